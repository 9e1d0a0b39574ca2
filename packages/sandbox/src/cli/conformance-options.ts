/** The options of `conformance`, and what they mean. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import type { parseArgs } from 'node:util';
import { reports } from '../conformance/report.ts';
import { checksOf, conformanceChecks, isNamed } from '../conformance/run.ts';
import { isCurrency } from '../currency.ts';
import { minorFromText } from '../money.ts';
import { UsageError } from './keys.ts';
import { runCommand } from './restart.ts';
import { commonOptions } from './settings.ts';

/** The own options of `conformance`. */
const conformanceOptions = {
  order: { type: 'string', default: `conformance-${Date.now().toString(36)}-{n}` },
  first: { type: 'string', default: '1' },
  amount: { type: 'string', default: '199.90' },
  domain: { type: 'string' },
  header: { type: 'string', multiple: true },
  timeout: { type: 'string', default: '15000' },
  only: { type: 'string', multiple: true },
  all: { type: 'boolean', default: false },
  restart: { type: 'string' },
  'confirm-webhooks': { type: 'boolean', default: false },
  report: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** What `parseArgs` is given. */
export const allOptions = { ...commonOptions, ...conformanceOptions };

/** The values of both sets of options. */
export type ConformanceValues = ReturnType<
  typeof parseArgs<{ options: typeof allOptions }>
>['values'];

/** The reference of each order. @throws UsageError if the options give none */
export function ordersBy({ order, first }: ConformanceValues): (n: number) => string {
  if (!order.includes('{n}'))
    throw new UsageError('--order needs {n}: each check has its own order.');
  if (order.trim() !== order)
    throw new UsageError(
      `--order "${order}" has a blank at an end: a backend refuses such orders.`,
    );
  if (!/^\d{1,15}$/.test(first))
    throw new UsageError(`--first is "${first}": a whole number from 0 is expected.`);
  return (n) => order.replace('{n}', String(n + Number(first)));
}

/** A name without a check would pass a backend unseen, and a timeout that is no number would never end. */
export function checkOptions(values: ConformanceValues): void {
  const { only = [], timeout, amount, currency, report, restart, domain } = values;
  const unknown = only.find((name) => !conformanceChecks.some((check) => isNamed(check, name)));
  if (unknown !== undefined) throw new UsageError(`--only: there is no check "${unknown}".`);
  if (restart?.trim() === '') {
    throw new UsageError(
      '--restart is empty: name the command that kills your backend and starts it.',
    );
  }
  if (domain !== undefined) checkDomain(domain);
  if (checksOf({ only: values.only, restart, headers: headersOf(values) }).length === 0) {
    throw new UsageError(
      only.includes('access')
        ? '--only access needs --header: what a page of yours sends.'
        : '--only durable needs --restart: the command that kills and starts it.',
    );
  }
  if (report !== undefined && !(extname(report) in reports)) {
    throw new UsageError(`--report ${report}: the name has to end in .html or .xml (JUnit).`);
  }
  if (report !== undefined) checkWritable(report);
  if (!(Number(timeout) > 0 && Number.isFinite(Number(timeout)))) {
    throw new UsageError('--timeout is not a number of milliseconds.');
  }
  if (isCurrency(currency) && !((minorFromText(amount, currency) ?? 0) > 0)) {
    throw new UsageError(`--amount is not a decimal amount of ${currency}.`);
  }
}

/**
 * The headers by which a backend knows a payer of its own.
 *
 * @throws UsageError without the text, which may be a secret
 */
export function headersOf({ header = [] }: ConformanceValues): Readonly<Record<string, string>> {
  const headers = new Headers();
  for (const line of header) {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
    try {
      headers.append(name.trim(), value.trim());
    } catch {
      throw new UsageError('--header is no header. Write it like "authorization: Bearer …".');
    }
  }
  return Object.fromEntries(headers);
}

/** The wallet knows the page by its host alone. */
function checkDomain(domain: string): void {
  if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(domain)) return;
  const host = URL.canParse(domain) ? new URL(domain).hostname : '';
  throw new UsageError(`--domain "${domain}" is not a host. Write ${host || 'shop.example'}.`);
}

/** A run takes a minute: its report must not be lost at its end. */
function checkWritable(report: string): void {
  try {
    accessSync(existsSync(report) ? report : dirname(report), constants.W_OK);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new UsageError(`--report ${report} cannot be written: ${error.message}`);
  }
}

/** Kills and starts the backend; undefined without a command for it. */
export function restartOf({ restart }: ConformanceValues): (() => Promise<void>) | undefined {
  return restart === undefined ? undefined : async () => runCommand(restart);
}
