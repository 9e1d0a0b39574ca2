import { fromMinor } from '@wallet-buttons/protocol';
import type {
  Attempt,
  AttemptState,
  HistoryEvent,
  Operation,
  PageReport,
  Payments,
} from '@wallet-buttons/server';
import { reportSentence } from './page-report.ts';
import type { Report } from './report.ts';

/** The history of an order, with reasons: what its pages reported, and what the server did. */
export async function historyOf(order: string, payments: Payments): Promise<Report> {
  const { attempts, events, operations, reports } = await payments.history(order);
  const [first] = attempts;
  const early = reports.filter(({ at }) => !first || at < first.openedAt).map(reportLine);
  const before = early.map(dated);
  if (!first) {
    const text = `Order ${order} has no payment here. The browser never asked for one, or it was pruned.`;
    const json = { order, before, attempts: [] };
    return { isGood: before.length > 0, json, lines: [text, ...before.map(printed)] };
  }
  const explained = attempts.map((attempt, index) => {
    const own = { attempt: attempt.id };
    const next = attempts[index + 1]?.openedAt ?? Infinity;
    const lines = [
      ...opening(attempt),
      ...reports.filter(({ at }) => at >= attempt.openedAt && at < next).map(reportLine),
      ...events.filter((event) => event.attempt === own.attempt).map(eventLine),
      ...operations
        .filter((operation) => operation.attempt === own.attempt)
        .map((operation) => operationLine(operation, attempt.currency)),
    ].sort(([a], [b]) => a - b);
    return {
      ...own,
      title: `Attempt ${String(index + 1)} of ${String(attempts.length)} (${attempt.id}, session ${attempt.sessionId})`,
      state: attempt.state,
      flag: attempt.flag,
      history: lines.map(dated),
      now: standing(attempt),
    };
  });
  const lines = explained.flatMap(({ title, history, now }) => [
    title,
    ...history.map(printed),
    ...now.map((line) => `  Now: ${line}`),
  ]);
  const opened = before.length > 0 ? ['Before the first attempt', ...before.map(printed)] : [];
  const json = { order, before, attempts: explained };
  return { json, lines: [`Order ${order}`, ...opened, ...lines] };
}

type Line = readonly [at: number, sentence: string];

interface DatedSentence {
  readonly at: string;
  readonly sentence: string;
}

function dated([at, sentence]: Line): DatedSentence {
  return { at: new Date(at).toISOString(), sentence };
}

function printed({ at, sentence }: DatedSentence): string {
  return `  ${at}  ${sentence}`;
}

function reportLine(report: PageReport): Line {
  return [report.at, reportSentence(report)];
}

function opening({ openedAt, sentAt, asked, currency, wallet }: Attempt): Line[] {
  const amount = `${fromMinor(asked, currency)} ${currency}`;
  const opened: Line = [openedAt, `The session was opened for ${amount}.`];
  if (sentAt === null) return [opened];
  return [opened, [sentAt, `The token of ${wallet ?? 'a wallet'} was sent, once.`]];
}

function eventLine({ at, cause, from, to, status }: HistoryEvent): Line {
  const [name = '', amount] = cause.split(': ');
  if (name === 'hold ends') {
    return [at, `The shop was notified that the hold ends in ${amount ?? ''}. ${reasons[to]}`];
  }
  const source = causes[name] ?? `By "${name}"`;
  const named = amount === undefined ? '' : ` and named another amount, ${amount}`;
  const said = status === '' ? '' : `, provider status "${status}"`;
  const decided = from === to ? `it stays ${to}` : `it went from ${from} to ${to}`;
  return [at, `${source}${named}${said}: ${decided}. ${reasons[to]}`];
}

const causes: Readonly<Record<string, string>> = {
  open: 'The session was opened',
  pay: 'The token was about to be sent',
  'pay-token': 'The service answered to the token',
  'not sent': 'No byte of the token had left',
  'get-status': 'The service was asked for the status',
  webhook: 'A webhook came',
  review: 'A manual review decided',
  capture: 'A capture ended',
  void: 'A void ended',
  refund: 'A refund ended',
};

/** The reason for a state, or its consequence. */
const reasons: Readonly<Record<AttemptState, string>> = {
  created: 'Nothing was sent.',
  sending: 'Until an answer comes, no other payment of the order is started.',
  unknown:
    'The token may have been charged, so the order stays closed and the service is asked again.',
  pending: 'The service works on it.',
  awaiting_bank: "The payer was sent to the bank's page.",
  authorized: 'The money is held: capture or void it.',
  rejected: 'The token was refused and the service knows of no payment: the order is free again.',
  abandoned: 'The grace period ended and the service knows of no payment: the order is free again.',
  expired: 'The session ended without a payment.',
  failed: 'Nothing was charged: the order is free again.',
  paid: 'The money was charged.',
  paid_off: 'The money was charged and settled.',
  refunded: 'The money went back.',
  cancelled: 'The payment was voided.',
};

function operationLine(
  { kind, amount, state, refusal, sentAt }: Operation,
  currency: string,
): Line {
  const ends = {
    sent: 'No answer is known yet.',
    unknown: 'No answer has proved its outcome; get-status, a webhook or a review will settle it.',
    done: 'It was done.',
    refused: refusals[refusal] ?? `The service refused it (${refusal || 'without a code'}).`,
  };
  return [
    sentAt,
    `A ${kind} of ${fromMinor(amount, currency)} ${currency} was sent. ${ends[state]}`,
  ];
}

/** What ended an operation that the service did not refuse itself. */
const refusals: Readonly<Record<string, string>> = {
  not_sent: 'Nothing of it had left.',
  not_processed: 'No answer came, and a later status shows no effect.',
  dropped: 'It was accepted, and a later status shows no effect: it may be sent again.',
  resolved: 'A manual review found that it had no effect.',
};

function standing(attempt: Attempt): string[] {
  const { state, currency, flag, holdEndsAt, nextCheckAt } = attempt;
  const money = (['held', 'charged', 'refunded'] as const)
    .filter((name) => attempt[name] > 0)
    .map((name) => `${name} ${fromMinor(attempt[name], currency)} ${currency}`);
  return [
    [state, ...money].join(', '),
    ...(flag === null ? [] : [flags[flag]]),
    ...(holdEndsAt === null
      ? []
      : [`the hold ends at ${new Date(holdEndsAt).toISOString()}: capture or void it before`]),
    ...(nextCheckAt === null
      ? []
      : [`the service is asked at ${new Date(nextCheckAt).toISOString()}`]),
  ];
}

/** The task that a flag describes. */
export const flags = {
  mismatch: 'it waits for a manual review: the service named another amount or currency',
  needs_review:
    'it waits for a manual review: no outcome of the payment, or of an operation, was found in time',
  resolved: 'a manual review has resolved it',
} as const satisfies Record<NonNullable<Attempt['flag']>, string>;
