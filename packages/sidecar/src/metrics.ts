import type { Backlog, Logger, Trace } from '@wallet-buttons/server';
import { CodedError } from '@wallet-buttons/service-client';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { isAlarm } from './alarms.ts';
import type { HookOptions } from './hooks/hook.ts';
import { tokenRefused } from './private/refusals.ts';

const buckets = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30];

/** What the sidecar counts. */
export interface Metrics {
  readonly registry: Registry;
  readonly trace: Trace;
  /** The logger, which also counts changes of payments and alarms. */
  readonly counting: (logger: Logger) => Logger;
  readonly observeHook: <Result>(
    name: HookOptions['name'],
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** What is read from the database at each scrape. */
export interface Gauges {
  /** The number of payments that wait for a review. */
  readonly reviews: () => Promise<number>;
  readonly backlog: () => Promise<Backlog>;
}

export function createMetrics({ reviews, backlog }: Gauges): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const changes = new Counter({
    name: 'wallet_payment_changes_total',
    help: 'Changes of payments by the state that they reached.',
    labelNames: ['state'],
    registers,
  });
  const alarms = new Counter({
    name: 'wallet_alarms_total',
    help: 'Alarms by their code.',
    labelNames: ['code'],
    registers,
  });
  const refusedTokens = new Counter({
    name: 'wallet_refused_tokens_total',
    help: 'Wrong tokens at the API and the login of the desk.',
    registers,
  });
  const requests = new Histogram({
    name: 'wallet_request_seconds',
    help: 'Requests of pages and webhooks by path.',
    labelNames: ['path', 'result'],
    buckets,
    registers,
  });
  const calls = new Histogram({
    name: 'wallet_service_call_seconds',
    help: 'Calls to the payment service by operation.',
    labelNames: ['operation', 'result'],
    buckets,
    registers,
  });
  const hooks = new Histogram({
    name: 'wallet_hook_seconds',
    help: 'Calls to the shop by hook.',
    labelNames: ['hook', 'result'],
    buckets,
    registers,
  });
  new Gauge({
    name: 'wallet_reviews_waiting',
    help: 'Payments that wait for a manual review; 500 means 500 or more.',
    registers,
    async collect() {
      // The other metrics are worth most while the database is down.
      this.set(await reviews().catch(() => NaN));
    },
  });
  let reading: Promise<Backlog | null> | null = null;
  /** Both gauges of a scrape, and scrapes at the same time, share one reading. */
  const readBacklog = async (): Promise<Backlog | null> => {
    reading ??= backlog()
      .catch(() => null)
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  new Gauge({
    name: 'wallet_backlog',
    help: 'Payments that are due for a question to the service, and orders with a change that the shop has not taken; 500 means 500 or more.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const waiting = await readBacklog();
      this.set({ queue: 'due' }, waiting?.due ?? NaN);
      this.set({ queue: 'undelivered' }, waiting?.undelivered ?? NaN);
    },
  });
  new Gauge({
    name: 'wallet_backlog_oldest_seconds',
    help: 'How long the first order has been due, and the age of the oldest undelivered change.',
    labelNames: ['queue'],
    registers,
    async collect() {
      const waiting = await readBacklog();
      this.set({ queue: 'due' }, (waiting?.dueFor ?? NaN) / 1000);
      this.set({ queue: 'undelivered' }, (waiting?.undeliveredFor ?? NaN) / 1000);
    },
  });
  const measure = async <Result>(
    histogram: Histogram,
    labels: Readonly<Record<string, string>>,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const end = histogram.startTimer(labels);
    try {
      const result = await work();
      end({ result: 'good' });
      return result;
    } catch (error) {
      end({ result: error instanceof CodedError ? error.code : 'internal' });
      throw error;
    }
  };
  return {
    registry,
    trace: async (name, fields, work) =>
      name === 'request'
        ? measure(requests, { path: String(fields['path']) }, work)
        : measure(calls, { operation: String(fields['operation']) }, work),
    counting: (logger) => ({
      info: (message, fields) => {
        if (message === 'payment') changes.inc({ state: String(fields['state']) });
        logger.info(message, fields);
      },
      warn: (message, fields) => {
        if (message === tokenRefused) refusedTokens.inc();
        logger.warn(message, fields);
      },
      error: (message, fields) => {
        if (isAlarm(message)) alarms.inc({ code: message });
        logger.error(message, fields);
      },
    }),
    observeHook: async (hook, work) => measure(hooks, { hook }, work),
  };
}
