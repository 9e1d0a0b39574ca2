import { describe, wholeNumber } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { type DueQueue, dueQueues } from '../order/due.ts';
import type { Context } from '../context.ts';
import { deliver, type LeasedChange } from './outbox.ts';
import { checkNames } from '../input.ts';
import { pause } from './pause.ts';
import { Pool } from './pool.ts';
import { ask, noteUnchanged } from './question.ts';
import type { DueAttempt } from '../records/types.ts';

/** The limits of one pass. */
export interface ReconcileOptions {
  /** Stops before the next step; the current work is finished. */
  readonly signal?: AbortSignal;
  /**
   * The number of simultaneous status questions, 16 by default. An eighth of them, or one, is kept for each kind of
   * payment: those without an outcome that were not asked about yet, those that were, and those that are asked about once
   * more. Two are too few for that: then the kinds follow each other.
   */
  readonly limit?: number;
}

/** The limits of passes without an end. */
export interface KeepReconcilingOptions extends ReconcileOptions {
  /** The time between two looks for what is due, in milliseconds; 1000 by default. */
  readonly every?: number;
  /** Whether the process stays alive for it; `true` by default. */
  readonly keepsAlive?: boolean;
}

/** The result of one pass. */
export interface Reconciled {
  /** The number of attempts that the service was asked about. */
  readonly asked: number;
  /** The number of changes that the merchant accepted. */
  readonly delivered: number;
}

const defaultLimit = 16;
const simultaneousChanges = 100;

/** One pass: asks about due attempts, records the answers, and delivers due changes. */
export async function reconcile(
  context: Context,
  options: ReconcileOptions = {},
): Promise<Reconciled> {
  checkNames(options, ['signal', 'limit']);
  const { signal, limit = defaultLimit } = options;
  wholeNumber(limit, 'limit');
  if (signal?.aborted || !(await look(context))) return { asked: 0, delivered: 0 };
  // In parallel: a merchant's slow callback must not delay the questions.
  const work = [askAll(limit, context, signal), deliverAll(context, signal)] as const;
  await Promise.allSettled(work);
  const [asked, delivered] = await Promise.all(work);
  return { asked, delivered };
}

/**
 * Reconciles until the signal aborts: looks for what is due, asks about attempts, and delivers changes; neither waits for the
 * other, or for what hangs. A failure is logged, and the next look tries again.
 */
export async function keepReconciling(
  context: Context,
  signal: AbortSignal,
  { limit = defaultLimit, every = 1000, keepsAlive = true }: KeepReconcilingOptions,
): Promise<void> {
  const isStopped = (): boolean => signal.aborted;
  const logFailure = (error: unknown): void => {
    context.log.error('a reconcile pass failed', describe(error));
  };
  const questions = questionPool(limit, context, async ({ attempt }) => check(attempt, context));
  const changes = changePool(context, async (change) => {
    await deliver(change, context).catch(logFailure);
  });
  const askDue = oneAtATime(async () => questions.fill(isStopped).catch(logFailure));
  const deliverDue = oneAtATime(async () => {
    if (!context.onStatusChange) return;
    do {
      await changes.fill(isStopped).catch(logFailure);
      // The next change of an order is due once the one before is accepted.
    } while (!isStopped() && (await changes.freed(every)));
  });
  while (!isStopped()) {
    if (await look(context).catch(logFailure)) {
      askDue();
      deliverDue();
    }
    if (!isStopped()) await pause(every, signal, keepsAlive);
  }
}

/** Whether anything may be due, by one statement: where nothing is, a pass needs no more. */
async function look(context: Context): Promise<boolean> {
  return tracked(context.payments.look(), context);
}

/** Begins the work, unless it is still under way. It must not reject. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
  };
}

async function askAll(limit: number, context: Context, signal?: AbortSignal): Promise<number> {
  const askedIds = new Set<string>();
  let isAgain = false;
  const pool = questionPool(limit, context, async ({ attempt }) => {
    isAgain ||= askedIds.has(attempt.id);
    askedIds.add(attempt.id);
    await check(attempt, context);
  });
  const isStopped = (): boolean => isAgain || signal?.aborted === true || context.stopping.aborted;
  await pool.fill(isStopped).finally(async () => pool.ended());
  return askedIds.size;
}

/** Delivers due changes, those of one order in sequence. */
async function deliverAll(context: Context, signal?: AbortSignal): Promise<number> {
  if (!context.onStatusChange) return 0;
  let deliveredCount = 0;
  const failures: unknown[] = [];
  const pool = changePool(context, async (change) => {
    try {
      if (await deliver(change, context)) deliveredCount += 1;
    } catch (error) {
      failures.push(error);
    }
  });
  const isStopped = (): boolean => context.ending.aborted || signal?.aborted === true;
  for (let previous = -1; deliveredCount > previous && !isStopped();) {
    previous = deliveredCount;
    await pool.fill(isStopped).finally(async () => pool.ended());
    if (failures.length > 0) throw failures[0];
  }
  return deliveredCount;
}

function questionPool(
  limit: number,
  context: Context,
  work: (due: DueAttempt) => Promise<void>,
): Pool<DueQueue, DueAttempt> {
  // The claim of a process that died ends after this time.
  const lease = Math.max(60_000, context.timeout + 15_000);
  return new Pool<DueQueue, DueAttempt>({
    size: limit,
    kept: keptPlaces(limit),
    queues: dueQueues,
    claim: async (queues, count) =>
      tracked(context.payments.claimDue(count, lease, queues), context),
    queueOf: ({ queue }) => queue,
    work: async (due) => tracked(work(due), context),
  });
}

function keptPlaces(limit: number): number {
  return limit < dueQueues.length ? 0 : Math.max(1, Math.floor(limit / 8));
}

function changePool(
  context: Context,
  work: (change: LeasedChange) => Promise<void>,
): Pool<'change', LeasedChange> {
  return new Pool<'change', LeasedChange>({
    size: simultaneousChanges,
    kept: 0,
    queues: ['change'],
    claim: async (_, count) => {
      const leasedAt = performance.now();
      const changes = await tracked(context.payments.claimUndelivered(count), context);
      return changes.map((change) => ({ ...change, leasedAt }));
    },
    queueOf: () => 'change',
    work: async (change) => tracked(work(change), context),
  });
}

/** Lets a stop wait for it. The caller handles its failure. */
async function tracked<Result>(work: Promise<Result>, context: Context): Promise<Result> {
  context.background(work.catch(() => undefined));
  return work;
}

async function check(claimedAttempt: Attempt, context: Context): Promise<void> {
  try {
    await noteUnchanged(claimedAttempt, await ask(claimedAttempt, context), context);
  } catch (error) {
    const { id: attempt, order } = claimedAttempt;
    context.log.error('a check failed', { attempt, order, ...describe(error) });
  }
}
