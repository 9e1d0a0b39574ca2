import type { Command } from 'commander';
import type { Profile, WebhookVersion } from '@wallet-buttons/service-client';
import { bytesOf } from '../files.ts';
import { profileOf, signerOf, urlOf } from '../given.ts';
import { type Print, UsageError } from '../report.ts';
import { codeIn } from './answer.ts';
import { formatOption } from './format-option.ts';

interface SendOptions {
  readonly key: string;
  readonly session: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly format: WebhookVersion;
  readonly body?: string;
  readonly profile?: string;
  readonly breakSignature?: boolean;
}

/** Signs a webhook with a test key, and posts it. */
export function addSend(webhook: Command, print: Print): void {
  webhook
    .command('send <url>')
    .description('sign a webhook with your test key and post it; the format is appended to the URL')
    .requiredOption(
      '--key <file>',
      'private test key, PEM; your backend verifies with its public half',
    )
    .option('--session <id>', 'session of the webhook', 'test-session')
    .option('--status <status>', 'provider status', 'paid')
    .option('--amount <decimal>', 'amount in major units', '1.00')
    .option('--currency <code>', 'ISO 4217', 'UAH')
    .addOption(formatOption())
    .option('--body <file>', 'send exactly these bytes instead')
    .option('--profile <file>', 'overrides of the wire profile')
    .option('--break-signature', 'sign other bytes: your backend has to refuse it')
    .action(async (url: string, options: SendOptions) => {
      const profile = await profileOf(options.profile);
      const target = urlOf(url);
      if (target.username || target.password)
        throw new UsageError(
          'A webhook comes without user and password. Leave them out of the URL.',
        );
      target.pathname = `${target.pathname.replace(/\/+$/, '')}/${options.format}`;
      const bytes = options.body ? await bytesOf(options.body) : bodyOf(options, profile);
      const [scheme] = profile.webhook.signatures;
      if (!scheme) throw new UsageError('The wire profile names no signature of webhooks.');
      const signed = options.breakSignature ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes;
      const signer = await signerOf(options.key);
      const signature = await signer.sign(signed, scheme);
      const answer = await post(target, bytes, { [scheme.header]: signature });
      const isForged = options.breakSignature === true;
      const { isGood, meaning } = isForged ? forged(answer) : genuine(answer);
      const { status } = answer;
      print({
        isGood,
        json: { url: target.href, status, isForged, isGood, meaning },
        lines: [`POST ${target.href}`, `${status ?? 'no answer:'} ${meaning}`],
      });
    });
}

type Meaning = Readonly<{ isGood: boolean; meaning: string }>;
type Answer = Readonly<{ status: number | null; code: string }>;

const noAnswer = 'The backend does not answer. Start it, or check the address.';

function genuine({ status, code }: Answer): Meaning {
  const isGood = isAccepted(status);
  if (isGood) return { isGood, meaning: 'The webhook was accepted.' };
  if (code === 'webhook_unknown') {
    const meaning =
      "With 'confirm' webhooks are unverified, and no payment has this session. Name one with --session.";
    return { isGood, meaning };
  }
  const other = 'The webhook was not accepted. The log of your server has the reason.';
  return { isGood, meaning: status === null ? noAnswer : (answers[status] ?? other) };
}

function forged({ status, code }: Answer): Meaning {
  if (status === null) return { isGood: false, meaning: noAnswer };
  if (status === 401) return { isGood: true, meaning: 'The forged webhook was refused.' };
  const isTaken = isAccepted(status) || code === 'webhook_unknown';
  const meaning = isTaken
    ? "A forged webhook was accepted. Give the server the service's public key (service.webhooks.verifier). With 'confirm' webhooks are unverified, and the server asks for each status."
    : 'The webhook was refused, but not for its signature: that is answered with 401.';
  return { isGood: false, meaning };
}

function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** The meaning of an answer of `@wallet-buttons/server` to a webhook. */
const answers: Readonly<Record<number, string>> = {
  400: 'The body does not have the shape of the wire profile. Compare webhook.versions of the profile.',
  401: 'The signature does not match. The backend must verify with the public half of this key, over the raw bytes.',
  403: 'The address is not allowed. See webhookFrom and trustedProxies.',
  404: 'There is no webhook at this path. Give the URL up to /webhook.',
};

/** The test webhook, with each value at the first place of the profile. */
function bodyOf(options: SendOptions, profile: Profile): Buffer<ArrayBuffer> {
  const places = profile.webhook.versions[options.format];
  const body: Record<string, unknown> = {};
  const put = ([place]: readonly string[], value: unknown): void => {
    if (place === undefined) return;
    if (/[.[]/.test(place)) throw new UsageError('The profile nests these values: give --body.');
    body[place] = value;
  };
  put(places.sessionId, options.session);
  put(places.status, options.status);
  put(places.amount, options.amount);
  put(places.currency, options.currency);
  return Buffer.from(JSON.stringify(body));
}

/** The HTTP status and the code of the answer; `null` if no answer came. */
async function post(
  url: URL,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    return { status: answer.status, code: codeIn(await startOf(answer)) };
  } catch {
    return { status: null, code: '' };
  }
}

/** The maximum length that is read of an answer; a problem document is shorter. */
const mostBytes = 100_000;

async function startOf({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > mostBytes) break;
  }
  return Buffer.concat(parts);
}
