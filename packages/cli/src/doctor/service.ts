import { randomUUID } from 'node:crypto';
import { createServiceClient, WalletServerError } from '@wallet-buttons/server';
import { profileOf, signerOf } from '../given.ts';
import { expect, type Finding, found, type Result, type Setup, skipped } from './finding.ts';

const ids = ['base.answer', 'base.auth', 'base.ip', 'clock.skew'] as const;

/** One signed get-status of a session that cannot exist: it changes nothing at the service. */
export async function checkService(setup: Setup): Promise<Finding[]> {
  const session = found('a.session', 'skip', 'It would open a session at the service.');
  const { service, merchantId, key } = setup;
  if (service === undefined || merchantId === undefined || key === undefined) {
    return [...skipped(ids, 'Name --service, --merchant-id and --key.'), session];
  }
  const signer = await signerOf(key).catch(() => null);
  if (!signer) return [...skipped(ids, 'The key cannot be used.'), session];
  const profile = await profileOf(setup.profile);
  let date: string | null = null;
  let refusal: WalletServerError | null = null;
  try {
    const client = createServiceClient({
      baseUrl: service,
      merchantId,
      signer,
      profile,
      timeout: 10_000,
      statusRetries: 0,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        date = answer.headers.get('date');
        return answer;
      },
    });
    await client.getStatus({ sessionId: randomUUID() });
  } catch (error) {
    if (!(error instanceof WalletServerError)) throw error;
    refusal = error;
  }
  return [...answered(refusal, profile.errors.notFound), skew(date), session];
}

function answered(refusal: WalletServerError | null, notFound: readonly string[]): Finding[] {
  const { serviceStatus: status, serviceCode = 'no code' } = refusal?.details ?? {};
  const isAnswered =
    refusal === null ||
    refusal.code === 'service_refused' ||
    refusal.code === 'service_answer_invalid';
  if (!isAnswered) {
    const why = `${refusal.code}: ${refusal.message}`;
    return [
      found('base.answer', 'fail', why),
      ...skipped(['base.auth', 'base.ip'], 'No usable answer came.'),
    ];
  }
  const said =
    refusal === null ? 'The signed call was answered.' : `HTTP ${status ?? 200}, ${serviceCode}.`;
  const isKnown = refusal === null || notFound.includes(serviceCode);
  const auth = (): readonly [Result, string] => {
    if (isKnown) return ['pass', `The signature was accepted: ${said}`];
    if (status === 403)
      return ['skip', 'The address may be refused before the signature is looked at.'];
    if (status === 401 || /sign|auth|merchant/i.test(serviceCode)) return ['fail', said];
    return ['warn', `The answer does not show whether the signature was accepted: ${said}`];
  };
  return [
    found('base.answer', 'pass', said),
    found('base.auth', ...auth()),
    expect('base.ip', status !== 403, said),
  ];
}

function skew(date: string | null): Finding {
  if (date === null) return found('clock.skew', 'skip', 'The answer has no Date.');
  const seconds = Math.round(Math.abs(Date.now() - Date.parse(date)) / 1000);
  const result = seconds > 300 ? 'fail' : seconds > 30 ? 'warn' : 'pass';
  return found('clock.skew', result, `The clocks differ by ${String(seconds)} s.`);
}
