import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { post } from '../conformance/answer.ts';
import { Finding } from '../conformance/finding.ts';
import { reports } from '../conformance/report.ts';
import { checksOf, ordersOf, runConformance, untested } from '../conformance/run.ts';
import type { Sandbox } from '../index.ts';
import {
  checkOptions,
  type ConformanceValues,
  headersOf,
  ordersBy,
  restartOf,
} from './conformance-options.ts';
import { asJson, heading, printResult, summary } from './conformance-output.ts';
import { UsageError } from './keys.ts';
import { backendSettings, httpUrl, settingsOf, start } from './settings.ts';

/**
 * `npx @wallet-buttons/sandbox conformance <url>`.
 *
 * @returns the exit code: 0 if every check passes, 1 if one fails
 * @throws UsageError if the backend cannot be driven at all
 */
export async function conformance(url: string, values: ConformanceValues): Promise<number> {
  const backend = httpUrl(url, 'The backend');
  const orderOf = ordersBy(values);
  checkOptions(values);
  const headers = headersOf(values);
  const settings = settingsOf(values);
  const restart = restartOf(values);
  const selection = { only: values.only, restart, headers };
  const checks = checksOf(selection);
  const service = await start(settings.options);
  try {
    const order = orderOf(0);
    await connect(
      backend,
      order,
      headers,
      service,
      `The backend needs these settings:
${backendSettings(settings, values['merchant-key'] !== undefined)}
and an order "${order}" of ${values.amount} ${values.currency}; --order names other orders.`,
    );
    const print = values.json ? () => undefined : printResult;
    if (!values.json) console.log(heading(backend, orderOf, ordersOf(checks)));
    const startTime = performance.now();
    const results = await runConformance({
      ...settings.options,
      backend,
      service,
      amount: values.amount,
      currency: values.currency,
      domain: values.domain ?? new URL(backend).hostname,
      headers,
      timeout: Number(values.timeout),
      confirmsWebhooks: values['confirm-webhooks'],
      orderOf,
      onResult: print,
      restart,
      only: values.only,
      all: values.all,
    });
    const milliseconds = performance.now() - startTime;
    const isStopped = results.length < checks.length;
    const notRun = checksOf({ ...selection, only: undefined }).length - results.length;
    const unseen = untested({
      canRestart: restart !== undefined,
      hasHeaders: Object.keys(headers).length > 0,
      confirmsWebhooks: values['confirm-webhooks'],
      leftOut: isStopped ? 0 : notRun,
      notReached: isStopped ? notRun : 0,
    });
    console.log(values.json ? asJson(results) : summary(results, unseen, milliseconds));
    if (values.report !== undefined) {
      const time = new Date().toISOString();
      const write = reports[extname(values.report)];
      const text = write?.({ backend, results, untested: unseen, at: time, milliseconds });
      writeFileSync(values.report, text ?? '');
    }
    return results.every(({ passed }) => passed) ? 0 : 1;
  } finally {
    await service.close();
  }
}

/** One order is prepared first: a backend that talks to another service would fail every check. */
async function connect(
  backend: string,
  order: string,
  headers: Readonly<Record<string, string>>,
  service: Sandbox,
  help: string,
): Promise<void> {
  const answer = await post(`${backend}/prepare`, JSON.stringify({ order }), headers).catch(
    (error: unknown) => {
      if (!(error instanceof Finding)) throw error;
      throw new UsageError(`${backend}: ${error.message}. Start your backend first.\n${help}`);
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
