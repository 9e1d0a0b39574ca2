import { randomUUID } from 'node:crypto';
import {
  createServiceClient,
  type ServiceClient,
  ServiceError,
} from '@wallet-buttons/service-client';
import { nodeFetch } from '@wallet-buttons/service-client/node';
import { caOf, given, profileOf, signerOf } from '../given.ts';
import { expect, type Finding, findingOf, type Result, type Setup, skipped } from './finding.ts';
import { trusted } from './look.ts';
import { judged } from './problem.ts';
import { type Headers, problemOf } from './service-problem.ts';

/** The provider's server for merchant sessions. */
const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';

const ids = ['base.answer', 'base.auth', 'base.ip', 'clock.skew'] as const;

/** One signed get-status of a session that cannot exist: it changes nothing at the service. */
export async function checkService(setup: Setup): Promise<Finding[]> {
  const { service, merchantId, key } = setup;
  const session = findingOf(
    'a.session',
    'skip',
    'It opens a session at the service: --open-session.',
  );
  if (service === undefined || merchantId === undefined || key === undefined) {
    return [...skipped(ids, 'Name --service, --merchant-id and --key.'), session];
  }
  const signer = await signerOf(key).catch(() => null);
  if (!signer) return [...skipped(ids, 'The key cannot be used.'), session];
  const profile = await profileOf(setup.profile);
  const fetch = nodeFetch({ ca: trusted(await caOf(setup.ca)) });
  let headers: Headers = { status: 0, date: null, type: '', location: null, login: null };
  let refusal: ServiceError | null = null;
  const client = given(createServiceClient, {
    baseUrl: service,
    merchantId,
    signer,
    profile,
    timeout: 10_000,
    statusRetries: 0,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      headers = {
        status: answer.status,
        date: answer.headers.get('date'),
        type: answer.headers.get('content-type') ?? '',
        location: answer.headers.get('location'),
        login: answer.headers.get('www-authenticate'),
      };
      return answer;
    },
  });
  try {
    await client.getStatus({ sessionId: randomUUID() });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    refusal = error;
  }
  return [
    ...answered(refusal, headers, profile.errors.notFound),
    skew(headers.date),
    setup.openSession === true ? await validation(client, setup) : session,
  ];
}

/** A session with one payment, in which the merchant is validated, and which is ended unpaid. */
async function validation(
  client: ServiceClient,
  { domain: [domain], callback }: Setup,
): Promise<Finding> {
  if (domain === undefined) return findingOf('a.session', 'skip', 'Name the domain with --domain.');
  const host = domain.replace(/:\d+$/, '');
  const externalId = `doctor-${randomUUID()}`;
  const currency = client.profile.currencies[0] ?? 'UAH';
  try {
    const callbackUrl = callback ?? `https://${host}/wallet/webhook/v1`;
    const { sessionId } = await client.session({ callbackUrl, externalId });
    try {
      await client.payment({ sessionId, externalId, amount: { amount: '1.00', currency } });
      await client.validateMerchant({ sessionId, validationUrl, domain: host });
      return findingOf('a.session', 'pass', `The service validated the merchant for ${host}.`);
    } finally {
      // If the session cannot be ended, it expires by itself.
      await client.expire({ sessionId }).catch(() => null);
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { serviceStatus, serviceCode } = error.details;
    const reason = [serviceStatus, serviceCode].filter((part) => part !== undefined).join(', ');
    return findingOf(
      'a.session',
      'fail',
      `${error.message} ${reason === '' ? error.code : reason}, ${host}.`,
    );
  }
}

function answered(
  refusal: ServiceError | null,
  headers: Headers,
  notFound: readonly string[],
): Finding[] {
  const { serviceCode = 'no code' } = refusal?.details ?? {};
  const { status } = headers;
  const problem = problemOf(refusal, headers);
  if (problem)
    return [
      judged('base.answer', [problem], ''),
      ...skipped(['base.auth', 'base.ip'], 'No usable answer came.'),
    ];
  const reason =
    refusal === null ? 'The signed call was answered.' : `HTTP ${String(status)}, ${serviceCode}.`;
  const isKnown = refusal === null || notFound.includes(serviceCode);
  const isNoPath = serviceCode === 'no code' && (status === 404 || status === 405);
  const fix = isNoPath
    ? 'Check the base URL: the answer has no code of the service, so its path may be wrong.'
    : undefined;
  const auth = (): readonly [Result, string] => {
    if (isKnown) return ['pass', `The signature was accepted: ${reason}`];
    if (status === 403)
      return ['skip', 'The service may refuse the address before it checks the signature.'];
    if (status === 401 || /sign|auth|merchant/i.test(serviceCode)) return ['fail', reason];
    return ['warn', `The answer does not show whether the signature was accepted: ${reason}`];
  };
  return [
    findingOf('base.answer', 'pass', reason),
    findingOf('base.auth', ...auth(), fix),
    expect('base.ip', status !== 403, reason),
  ];
}

function skew(date: string | null): Finding {
  const serverTime = Date.parse(date ?? '');
  if (Number.isNaN(serverTime)) return findingOf('clock.skew', 'skip', 'The answer has no Date.');
  const seconds = Math.round(Math.abs(Date.now() - serverTime) / 1000);
  return findingOf('clock.skew', skewResult(seconds), `The clocks differ by ${String(seconds)} s.`);
}

function skewResult(seconds: number): 'fail' | 'warn' | 'pass' {
  if (seconds > 300) return 'fail';
  return seconds > 30 ? 'warn' : 'pass';
}
