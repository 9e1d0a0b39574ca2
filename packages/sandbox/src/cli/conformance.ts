import { post } from '../conformance/answer.ts';
import { Finding } from '../conformance/finding.ts';
import {
  conformanceChecks,
  isNamed,
  runConformance,
  type CheckResult,
} from '../conformance/run.ts';
import { isCurrency } from '../currency.ts';
import type { Sandbox } from '../index.ts';
import { minorFromText } from '../money.ts';
import { UsageError } from './keys.ts';
import {
  backendSettings,
  httpUrl,
  settingsOf,
  start,
  type CommonValues,
  type Settings,
} from './settings.ts';

/** The own options of `conformance`. */
export const conformanceOptions = {
  order: { type: 'string', default: `conformance-${Date.now().toString(36)}-{n}` },
  first: { type: 'string', default: '1' },
  amount: { type: 'string', default: '199.90' },
  domain: { type: 'string' },
  timeout: { type: 'string', default: '15000' },
  only: { type: 'string', multiple: true },
  json: { type: 'boolean', default: false },
} as const;

/** The values of both sets of options. */
export interface ConformanceValues extends CommonValues {
  readonly order: string;
  readonly first: string;
  readonly amount: string;
  readonly domain?: string | undefined;
  readonly timeout: string;
  readonly only?: readonly string[] | undefined;
  readonly json: boolean;
}

/**
 * `npx @wallet-buttons/sandbox conformance <url>`.
 *
 * @returns the exit code: 0 if every check passes, 1 if one fails
 * @throws UsageError if the backend cannot be driven at all
 */
export async function conformance(url: string, values: ConformanceValues): Promise<number> {
  const backend = httpUrl(url, 'The backend');
  const orderOf = orders(values);
  checkOptions(values);
  const settings = settingsOf(values);
  const service = await start(settings.options);
  try {
    await connect(backend, orderOf(0), service, settings, values);
    const print = values.json ? () => undefined : printResult;
    if (!values.json) console.log(heading(backend));
    const from = performance.now();
    const results = await runConformance({
      backend,
      service,
      merchantId: settings.options.merchantId,
      amount: values.amount,
      currency: values.currency,
      domain: values.domain ?? new URL(backend).hostname,
      timeout: Number(values.timeout),
      orderOf,
      onResult: print,
      ...(values.only && { only: values.only }),
    });
    const failed = results.filter(({ passed }) => !passed).length;
    const seconds = ((performance.now() - from) / 1000).toFixed(1);
    console.log(
      values.json
        ? JSON.stringify(results.map(flat), null, 2)
        : `\n${String(results.length - failed)} passed, ${String(failed)} failed (${seconds} s)`,
    );
    return failed === 0 ? 0 : 1;
  } finally {
    await service.close();
  }
}

/** One order is prepared first: a backend that talks to another service would fail every check. */
async function connect(
  backend: string,
  order: string,
  service: Sandbox,
  settings: Settings,
  { amount, currency, 'merchant-key': own }: ConformanceValues,
): Promise<void> {
  const help = `The backend needs these settings:
${backendSettings(settings, own !== undefined)}
and an order "${order}" of ${amount} ${currency}; --order names other orders.`;
  const answer = await post(`${backend}/prepare`, JSON.stringify({ order })).catch(
    (error: unknown) => {
      if (!(error instanceof Finding)) throw error;
      throw new UsageError(
        `${backend}/prepare: ${error.message}. Start your backend first.\n${help}`,
      );
    },
  );
  const [call] = service.calls();
  if (call === undefined) {
    throw new UsageError(
      `${backend}/prepare answered ${answer.seen}, without a call to the service.\n${help}`,
    );
  }
  const { result, explanation } = call.signature;
  if (result !== 'valid') {
    throw new UsageError(`The signature of ${call.path} is refused. ${explanation}\n${help}`);
  }
}

function orders({ order, first }: ConformanceValues): (n: number) => string {
  if (!order.includes('{n}'))
    throw new UsageError('--order needs {n}: each check has its own order.');
  if (!Number.isInteger(Number(first))) throw new UsageError('--first is not a number.');
  return (n) => order.replace('{n}', String(n + Number(first)));
}

/** A name without a check would pass a backend unseen, and a timeout that is no number would never end. */
function checkOptions({ only = [], timeout, amount, currency }: ConformanceValues): void {
  const unknown = only.find((name) => !conformanceChecks.some((check) => isNamed(check, name)));
  if (unknown !== undefined) throw new UsageError(`--only: there is no check "${unknown}".`);
  if (!(Number(timeout) > 0)) throw new UsageError('--timeout is not a number of milliseconds.');
  if (isCurrency(currency) && !((minorFromText(amount, currency) ?? 0) > 0)) {
    throw new UsageError(`--amount is not a decimal amount of ${currency}.`);
  }
}

const columns = [6, 26] as const;

function heading(backend: string): string {
  return `${backend}\n\n${row('', 'check', 'a failure costs')}`;
}

function printResult({ check, passed, seen }: CheckResult): void {
  console.log(row(passed ? 'pass' : 'FAIL', check.id, check.cost));
  if (passed) return;
  console.log(row('', '', `expected: ${check.promise}`));
  console.log(row('', '', `seen:     ${seen}`));
}

function row(result: string, id: string, text: string): string {
  return `${result.padEnd(columns[0])}${id.padEnd(columns[1])}${text}`;
}

function flat({ check, passed, seen, milliseconds }: CheckResult): object {
  const { id, promise, cost } = check;
  return { id, passed, promise, cost, seen, milliseconds };
}
