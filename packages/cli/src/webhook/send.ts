import type { Command } from 'commander';
import { type Profile, webhookPlaces, type WebhookVersion } from '@wallet-buttons/service-client';
import { bytesOf } from '../files.ts';
import { look } from '../doctor/look.ts';
import { noAnswer, untrustedCertificate } from '../doctor/problem.ts';
import { caOf, profileOf, signerOf, urlOf } from '../given.ts';
import { type Print, UsageError } from '../report.ts';
import { outcomeOf, type WebhookOutcome } from './answer.ts';
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
  readonly ca?: string;
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
    .option('--ca <file>', 'additional trusted certificate authority, PEM')
    .action(async (url: string, options: SendOptions) => {
      const profile = await profileOf(options.profile);
      const target = urlOf(url);
      if (!/^\d+(\.\d+)?$/.test(options.amount))
        throw new UsageError('--amount is a decimal in major units, with a point: 199.90.');
      if (!/^[A-Z]{3}$/.test(options.currency))
        throw new UsageError('--currency is three capital letters of ISO 4217: UAH.');
      for (const name of ['session', 'status'] as const)
        if (options[name] === '')
          throw new UsageError(`--${name} is empty: a variable may not be set.`);
      const [, version] = /\/(v[123])\/*$/.exec(target.pathname) ?? [];
      if (version !== undefined)
        throw new UsageError(
          `The URL ends in /${version}. Leave it out: --format ${version} appends it.`,
        );
      if (target.username || target.password)
        throw new UsageError(
          'A webhook comes without user and password. Leave them out of the URL.',
        );
      target.pathname = `${target.pathname.replace(/\/+$/, '')}/${options.format}`;
      const bytes =
        options.body === undefined ? bodyOf(options, profile) : await bytesOf(options.body);
      const [scheme] = profile.webhook.signatures;
      if (!scheme) throw new UsageError('The wire profile names no signature of webhooks.');
      const signedBytes = options.breakSignature ? Buffer.concat([bytes, Buffer.from(' ')]) : bytes;
      const signer = await signerOf(options.key);
      const signature = await signer.sign(signedBytes, scheme);
      const answer = await post(
        target,
        bytes,
        { [scheme.header]: signature },
        await caOf(options.ca),
      );
      const isForged = options.breakSignature === true;
      const { status } = answer;
      const { isGood, meaning } = meaningOf(answer, isForged);
      print({
        isGood,
        json: { url: target.href, status, isForged, isGood, meaning },
        lines: [`POST ${target.href}`, `${status ?? 'no answer:'} ${meaning}`],
      });
    });
}

type Meaning = Readonly<{ isGood: boolean; meaning: string }>;
interface Answer {
  readonly status: number;
  readonly outcome: WebhookOutcome;
}

/** No usable answer came, for a reason that the sentence names. */
interface Failure {
  readonly status: null;
  readonly failure: string;
}

function meaningOf(answer: Answer | Failure, isForged: boolean): Meaning {
  if ('failure' in answer) return { isGood: false, meaning: answer.failure };
  return isForged ? forged(answer) : genuine(answer);
}

function genuine({ status, outcome }: Answer): Meaning {
  if (outcome === 'accepted') return { isGood: true, meaning: 'The webhook was accepted.' };
  if (outcome === 'foreign') return { isGood: false, meaning: foreign };
  if (outcome === 'unknown') {
    const meaning =
      "With 'confirm' webhooks are unverified, and no payment has this session. Name one with --session.";
    return { isGood: false, meaning };
  }
  const other = 'The webhook was not accepted. The log of your server has the reason.';
  return { isGood: false, meaning: answers[status] ?? other };
}

const foreign =
  'A login or a page in front of the server answered. Let the path through, or give the address of the server.';

function forged({ outcome }: Answer): Meaning {
  return { isGood: outcome === 'refused', meaning: forgedMeanings[outcome] };
}

const wasAccepted =
  "A forged webhook was accepted. Give the server the service's public key (service.webhooks.verifier). With 'confirm' webhooks are unverified, and the server asks for each status.";
const otherRefusal =
  'The webhook was refused, but not for its signature: that is answered with 401.';

const forgedMeanings: Readonly<Record<WebhookOutcome, string>> = {
  refused: 'The forged webhook was refused.',
  accepted: wasAccepted,
  unknown: wasAccepted,
  foreign,
  unlisted: otherRefusal,
  other: otherRefusal,
  unclear:
    'Something refused the webhook, but the answer lacks the code signature_invalid: a login or a gateway may have answered. Give the address of the server itself.',
};

/** The meaning of an answer of `@wallet-buttons/server` to a webhook. */
const answers: Readonly<Record<number, string>> = {
  400: 'The body does not have the shape of the wire profile. Compare webhook.message and webhook.versions of the profile.',
  401: 'The signature does not match. The backend must verify with the public half of this key, over the raw bytes.',
  403: 'The address is not allowed. See webhookFrom and trustedProxies.',
  404: 'There is no webhook at this path. Give the URL up to /webhook.',
};

/** The test webhook, with each value at the first place of the profile. */
function bodyOf(options: SendOptions, profile: Profile): Buffer<ArrayBuffer> {
  const places = webhookPlaces(profile, options.format);
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

async function post(
  url: URL,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  ca: Buffer | undefined,
): Promise<Answer | Failure> {
  const sentHeaders = { 'content-type': 'application/json', ...headers };
  const answer = await look(url, { ca, method: 'POST', headers: sentHeaders, body });
  if (typeof answer === 'string') {
    const failure = `The backend does not answer (${answer}). ${noAnswer(answer).fix}`;
    return { status: null, failure };
  }
  const refusal = answer.tls?.refusal ?? null;
  if (refusal === null) return { status: answer.status, outcome: outcomeOf(answer) };
  const { seen, fix } = untrustedCertificate(refusal);
  return { status: null, failure: `The service would not send it: ${seen}. ${fix}` };
}
