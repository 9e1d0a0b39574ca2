import type { Actor } from '../order/actor.ts';
import type { OrderDetail, Payment } from '../back-office/back-office.ts';
import { english } from './english.ts';
import { shownState } from './shown-state.ts';
import type { ExplainTexts } from './texts.ts';

export { english } from './english.ts';
export { type ShownState, shownState } from './shown-state.ts';
export type { ExplainTexts } from './texts.ts';

/** A sentence of the history, and its time in ISO 8601. */
export interface DatedSentence {
  readonly at: string;
  readonly sentence: string;
}

/** One attempt in sentences, oldest first, and what is true of it now. */
export interface ExplainedAttempt {
  readonly attempt: Payment;
  readonly history: readonly DatedSentence[];
  readonly now: readonly string[];
}

/** The history of an order: what its pages reported before the first attempt, and each attempt. */
export interface ExplainedOrder {
  /** What is true of the order beside its attempts. */
  readonly notes: readonly string[];
  readonly before: readonly DatedSentence[];
  readonly attempts: readonly ExplainedAttempt[];
}

/** The language of a history, and how it writes money and times. */
export interface ExplainOptions {
  readonly texts?: ExplainTexts;
  readonly money?: (amount: string, currency: string) => string;
  /** @param time ISO 8601 */
  readonly time?: (time: string) => string;
}

/** Tells the history of an order in plain words, with reasons. It needs no server: a page can call it, too. */
export function explain(detail: OrderDetail, options: ExplainOptions = {}): ExplainedOrder {
  const {
    texts = english,
    money = (amount: string, currency: string) => `${amount} ${currency}`,
    time = (isoTime: string) => isoTime,
  } = options;
  const { attempts, history, operations, earlierAttempts, tooManyAttempts } = detail;
  const reports = detail.reports.map((report) => dated(report, reportSentence(report, texts)));
  const reportsBetween = (start = '', end = '~'): readonly DatedSentence[] =>
    reports.filter(({ at }) => at >= start && at < end);
  const count = String(earlierAttempts);
  return {
    notes: [
      ...(tooManyAttempts ? [texts.tooManyAttempts] : []),
      ...(earlierAttempts > 0 ? [fill(texts.earlier, { count })] : []),
    ],
    before: reportsBetween(undefined, attempts[0]?.openedAt),
    attempts: attempts.map((attempt, index) => {
      const { attempt: id, openedAt, sentAt, amounts, wallet, currency } = attempt;
      const opening = fill(texts.opened, { amount: money(amounts.asked, currency) });
      const sending = fill(texts.sent, { wallet: wallet ?? '?' });
      const isOwn = (each: { readonly attempt: string }): boolean => each.attempt === id;
      const lines = [
        dated({ at: openedAt }, opening),
        ...(sentAt === undefined ? [] : [dated({ at: sentAt }, sending)]),
        ...reportsBetween(openedAt, attempts[index + 1]?.openedAt),
        ...history.filter(isOwn).map((event) => dated(event, eventSentence(event, attempt, texts))),
        ...operations.filter(isOwn).map((operation) => {
          const amount = money(operation.amount, currency);
          return dated(operation, operationSentence(operation, amount, texts));
        }),
      ];
      return {
        attempt,
        history: lines.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
        now: standing(attempt, { texts, money, time }),
      };
    }),
  };
}

function dated({ at }: { readonly at: string }, sentence: string): DatedSentence {
  return { at, sentence };
}

/** Replaces each `{name}` of a text. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The text of a code. The table may lack it, and its texts `other` and `without` are for codes that it lacks. */
function textOf(table: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(table, code) && !/^(?:other|without)$/.test(code) ? table[code] : undefined;
}

function eventSentence(
  { cause, status, ...event }: OrderDetail['history'][number],
  { state, amounts }: Payment,
  texts: ExplainTexts,
): string {
  const [name = '', amount] = cause.split(': ');
  // A release that the service undid returned nothing, though the payment was charged later.
  const chargedAmount = state === 'cancelled' ? amounts.charged : 0;
  const previousState = shownState(event.from, chargedAmount);
  const nextState = shownState(event.to, chargedAmount);
  const reason = texts.reasons[nextState];
  if (name === 'hold ends') return fill(texts.holdNotice, { time: amount ?? '', reason });
  const states = {
    from: texts.states[previousState],
    to: texts.states[nextState],
    state: texts.states[nextState],
  };
  const sentence = fill(texts.event, {
    cause: textOf(texts.causes, name) ?? fill(texts.causes.other, { cause: name }),
    named: amount === undefined ? '' : fill(texts.named, { amount }),
    said: status === '' ? '' : fill(texts.said, { status }),
    decided: fill(previousState === nextState ? texts.stays : texts.moved, states),
    reason,
  });
  // The sentence of the operation says it.
  return Object.hasOwn(texts.operations, name) ? sentence : signed(sentence, event);
}

function operationSentence(
  operation: OrderDetail['operations'][number],
  amount: string,
  texts: ExplainTexts,
): string {
  const { kind, state, refusal: code = '', unproven = false, inReview = false } = operation;
  const { refusals } = texts;
  const refused = textOf(refusals, code) ?? fill(refusals.other, { code });
  const ends = {
    unknown: texts.operationUnknown,
    done: texts.operationDone,
    refused: code === '' ? refusals.without : refused,
  };
  const sentences = [
    ends[state],
    ...(unproven ? [texts.operationUnproven] : []),
    ...(inReview && state === 'refused' ? [texts.operationInReview] : []),
  ];
  return signed(fill(texts.operations[kind], { amount, end: sentences.join(' ') }), operation);
}

/** A sentence with who asked for it, and why. */
function signed(sentence: string, { by, reason }: Actor): string {
  const author = [by, reason].filter((text) => text !== undefined).join(': ');
  return author === '' ? sentence : `${sentence} (${author})`;
}

/** What a page reported. Its codes come from a browser, and prove nothing. */
function reportSentence(report: OrderDetail['reports'][number], texts: ExplainTexts): string {
  const { wallet, phase, origin, code, cause_code: cause, tag_version, api_version } = report;
  const meaning = textOf(texts.meanings, code);
  const versions = [
    fill(texts.tagVersion, { version: tag_version }),
    ...(api_version === undefined ? [] : [fill(texts.apiVersion, { version: api_version })]),
  ];
  return fill(texts.report, {
    wallet,
    code: cause === undefined ? `"${code}"` : `"${code}" ("${cause}")`,
    moment: texts.moments[phase],
    meaning: meaning === undefined ? '' : ` ${meaning}`,
    actor: texts.actors[origin],
    versions: versions.join(', '),
  });
}

function standing(
  { state, flag, amounts, currency, holdEndsAt, nextCheckAt }: Payment,
  { texts, money, time }: Required<ExplainOptions>,
): string[] {
  const sums = (['held', 'charged', 'refunded'] as const)
    .filter((name) => /[1-9]/.test(amounts[name]))
    .map((name) => fill(texts.money[name], { amount: money(amounts[name], currency) }));
  return [
    [texts.states[shownState(state, amounts.charged)], ...sums].join(', '),
    ...(flag === null ? [] : [texts.flags[flag]]),
    ...(holdEndsAt === undefined ? [] : [fill(texts.holdEnds, { time: time(holdEndsAt) })]),
    ...(nextCheckAt === undefined ? [] : [fill(texts.nextCheck, { time: time(nextCheckAt) })]),
  ];
}
