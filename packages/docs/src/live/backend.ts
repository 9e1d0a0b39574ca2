/** The answer that the reader chooses for the backend of a live example. */
export type Answer = keyof typeof answers;

/** The answers to `pay-token` and to every later `status`. */
export const answers = {
  paid: [200, { outcome: 'succeeded', status: 'paid' }],
  declined: [200, { outcome: 'failed', status: 'failed' }],
  'still being processed': [202, { outcome: 'pending', status: 'processing' }],
  'the bank asks': [
    200,
    { outcome: 'pending', status: 'processing', acs_url: 'https://bank.example/acs' },
  ],
} as const;

/** A merchant's backend inside the page: nothing leaves the browser. */
export function backendInPage(
  choose: () => Answer,
  onRequest: (line: string) => void,
): (url: RequestInfo | URL, init?: RequestInit) => Promise<Response> {
  let chosenAnswer: Answer | undefined;
  return async (url, init) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url, location.href);
    const endpoint = pathname.split('/').at(-1) ?? '';
    onRequest(`POST ${pathname} ${shown(init?.body)}`);
    if (endpoint === 'prepare') return new Response(null, { status: 204 });
    if (endpoint === 'validate-merchant') return Response.json(merchantSession());
    if (endpoint === 'pay-token') chosenAnswer = choose();
    if (chosenAnswer === undefined) return problem('no_payment');
    const [status, answer] = answers[chosenAnswer];
    if (endpoint === 'pay-token') return Promise.resolve(Response.json(answer, { status }));
    const { outcome } = answer;
    return Response.json({ outcome, status: answer.status, final: outcome !== 'pending' });
  };
}

/** The body without its token, which is encrypted and long. */
function shown(body: unknown): string {
  if (typeof body !== 'string') return '';
  return body.replace(/"token":"(?:[^"\\]|\\.)*"/, '"token":"…"');
}

function problem(code: string): Response {
  return Response.json({ type: 'about:blank', title: code, status: 404, code }, { status: 404 });
}

/** A merchant session as the payment service would give it: for this domain, used once, valid for five minutes. */
function merchantSession(): Record<string, unknown> {
  const now = Date.now();
  return {
    epochTimestamp: now,
    expiresAt: now + 300_000,
    merchantSessionIdentifier: crypto.randomUUID(),
    nonce: crypto.randomUUID(),
    merchantIdentifier: 'merchant.example',
    domainName: location.hostname,
    displayName: 'Levada seed house',
    signature: 'live example',
  };
}
