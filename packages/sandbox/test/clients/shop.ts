/** What every shop of these tests does. The test answers its backend. */

/** Sends a token to the shop's backend, and shows in the page's title which token that was and what it answered. */
export async function sell(token: string): Promise<'Authorised' | 'Refused'> {
  const answer = await fetch('/payments', { method: 'POST', body: token });
  const { resultCode } = (await answer.json()) as { resultCode: 'Authorised' | 'Refused' };
  document.title = `${kindOf(token)} ${resultCode}`;
  return resultCode;
}

export function sayCancelled(): void {
  document.title = 'cancelled';
}

/** A merchant session as the shop's backend gets it for its page. */
export function merchantSession(): object {
  return {
    merchantSessionIdentifier: crypto.randomUUID(),
    epochTimestamp: Date.now(),
    expiresAt: Date.now() + 300_000,
    domainName: location.hostname,
  };
}

/** The name of the format, which wallet A calls version and wallet B protocol version. */
function kindOf(token: string): string {
  const { version, protocolVersion } = JSON.parse(token) as Record<string, string>;
  return protocolVersion ?? version ?? '';
}
