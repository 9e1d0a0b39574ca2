import { toMinor } from '@wallet-buttons/protocol';
import { isFinal, isLateTruth, isPaid, isUndecided, mayMove } from './attempt.ts';
import type { Attempt, AttemptChange, AttemptState } from './attempt.ts';
import { WalletServerError } from './errors.ts';
import type { ErrorCode } from './errors.ts';
import type { PaymentAnswer } from './service/operation.ts';
import type { Meaning, WireProfile } from './service/profile.ts';

/** What a person should look at; each is logged as an error, once a change. */
export type Alarm =
  'amount_mismatch' | 'late_truth' | 'unknown_status' | 'acs_url_refused' | 'needs_review';

/** What some evidence changes in an attempt; `null` where it changes nothing. */
export interface Verdict {
  readonly change: AttemptChange | null;
  readonly alarm?: Alarm;
  /** What the service said that raised it, where the attempt does not show it. */
  readonly heard?: Pick<PaymentAnswer, 'status' | 'amount' | 'currency'>;
}

/**
 * How long "not found" is no evidence, in milliseconds: in any case twice as long as the answer to the
 * token is waited for.
 */
const grace = 15 * 60_000;

const nothing: Verdict = { change: null };

/** What the answer to pay-token means: the bank's page, or else the word. */
export function verdictOfAnswer(
  attempt: Attempt,
  answer: PaymentAnswer,
  profile: WireProfile,
): Verdict {
  if (answer.acsUrl === null) return verdictOfWord(attempt, answer, profile);
  if (!mayMove(attempt.state, 'awaiting_bank')) return nothing;
  const change = { state: 'awaiting_bank', status: answer.status } as const;
  if (!isSafeUrl(answer.acsUrl)) return { change, alarm: 'acs_url_refused' };
  const opened = { change: { ...change, acsUrl: answer.acsUrl } };
  return isLateTruth(attempt.state, change.state) ? { ...opened, alarm: 'late_truth' } : opened;
}

/** What is known of a token when pay-token was not answered, by the code of the error. */
const failures: Partial<Record<ErrorCode, (serviceCode: string, profile: WireProfile) => Failure>> =
  {
    // Proven: no byte of it left.
    service_unreachable: () => 'not_sent',
    // A 4xx: only some codes prove "not processed".
    service_refused: (serviceCode, { notProcessed }) =>
      notProcessed.includes(serviceCode) ? 'rejected' : 'unknown',
  };

/** `not_sent`: the order is as it was. `rejected`: failed for sure. `unknown`: nobody can say. */
export type Failure = 'not_sent' | 'rejected' | 'unknown';

/**
 * What it means that pay-token was not answered: unknown, whatever it looks like, but for what the
 * table above has.
 */
export function verdictOfFailure(error: unknown, profile: WireProfile): Failure {
  if (!(error instanceof WalletServerError)) return 'unknown';
  // What the client, or its configuration, refused never got as far as the wire.
  if (error.origin === 'request' || error.origin === 'configuration') return 'not_sent';
  return failures[error.code]?.(error.details.serviceCode ?? '', profile) ?? 'unknown';
}

/**
 * What get-status, or a verified webhook, means. That no payment was tried yet is no evidence here:
 * the word may be older than the token; {@link verdictOfAbsence} weighs it.
 */
export function verdictOfStatus(
  attempt: Attempt,
  answer: PaymentAnswer,
  profile: WireProfile,
): Verdict {
  return isUntouched(answer, profile) ? nothing : verdictOfWord(attempt, answer, profile);
}

/** Whether the service says that no payment was tried in the session. */
export function isUntouched(answer: PaymentAnswer, profile: WireProfile): boolean {
  return meaningOf(answer, profile) === 'untouched';
}

/** What "not found", or a session without a payment, means: nothing before the grace is over. */
export function verdictOfAbsence(attempt: Attempt, now: number, timeout: number): Verdict {
  if (!isUndecided(attempt.state) || attempt.sentAt === null) return nothing;
  if (now - attempt.sentAt < Math.max(grace, 2 * timeout)) return nothing;
  return { change: { state: 'released' } };
}

/** Absolute https (http on loopback), no credentials, at most 8 KiB, nothing a parser would repair. */
export function isSafeUrl(text: string): boolean {
  if (text.length > 8192 || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const allowed = url.protocol === 'https:' || loopback;
  return allowed && /^https?:\/\//i.test(text) && !url.username && !url.password;
}

function meaningOf({ status }: PaymentAnswer, { statuses }: WireProfile): Meaning | undefined {
  return Object.hasOwn(statuses, status) ? statuses[status] : undefined;
}

function verdictOfWord(attempt: Attempt, answer: PaymentAnswer, profile: WireProfile): Verdict {
  const { status, amount, currency } = answer;
  const heard = { status, amount, currency };
  const meaning = meaningOf(answer, profile);
  const alarm = meaning === undefined ? ({ alarm: 'unknown_status', heard } as const) : {};
  const target = meaning === undefined || meaning === 'untouched' ? 'pending' : meaning;
  const same = isSame(attempt.state, target);
  // Before its token is sent nothing is under way, whatever is said of its session.
  const isEarly = attempt.state === 'created' && target === 'pending';
  // Of what was refused for sure a word that nobody knows proves nothing else.
  const isOdd = attempt.state === 'rejected' && meaning === undefined;
  if (isEarly || isOdd || (!same && !mayMove(attempt.state, target)))
    return { change: null, ...alarm };
  if (isPaid(target) && !agrees(answer, attempt, profile)) {
    if (attempt.flag === 'mismatch' || attempt.flag === 'decided') return nothing;
    const stops = { flag: 'mismatch', nextCheckAt: null } as const;
    const change = attempt.state === 'sending' ? ({ ...stops, state: 'unknown' } as const) : stops;
    return { change, alarm: 'amount_mismatch', heard };
  }
  if (same) {
    if (isFinal(attempt.state) || !isFurther(status, attempt.status, profile)) return nothing;
    return { change: { status }, ...alarm };
  }
  const change = { state: target, status };
  if (meaning === undefined) return { change, ...alarm };
  return isLateTruth(attempt.state, target) ? { change, alarm: 'late_truth' } : { change };
}

/** `pending` is also what an attempt at the bank's page is. */
function isSame(state: AttemptState, target: AttemptState): boolean {
  return state === target || (state === 'awaiting_bank' && target === 'pending');
}

/**
 * Of two words for one state the later one in the profile, so that an old message changes nothing; those
 * that nobody knows come last, by their letters.
 */
function isFurther(word: string, than: string, { statuses }: WireProfile): boolean {
  const words = ['', ...Object.keys(statuses)];
  const [place, other] = [words.indexOf(word), words.indexOf(than)];
  if (place === -1) return other !== -1 || word > than;
  return other !== -1 && place > other;
}

/** What is not named contradicts nothing, but it puts right no other amount that was. */
function agrees(
  answer: PaymentAnswer,
  { amountMinor, currency, flag }: Attempt,
  { forms }: WireProfile,
): boolean {
  const { amount } = answer;
  if (answer.currency !== null && answer.currency.toUpperCase() !== currency) return false;
  if (amount === null) return flag !== 'mismatch';
  if (forms.answeredAmount === 'minor') return amount === String(amountMinor);
  try {
    return toMinor({ amount, currency }) === amountMinor;
  } catch {
    return false;
  }
}
