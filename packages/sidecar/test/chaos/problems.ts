import type { LedgerSession } from '@wallet-buttons/sandbox';
import type { ReceivedChange } from './world.ts';

/** What is compared at the end of a run. */
export interface Evidence {
  readonly order: string;
  /** What the service has. */
  readonly sessions: readonly LedgerSession[];
  /** What the sidecar has; `null`: no payment. */
  readonly payment: StoredPayment | null;
  /** What the shop received about this order, in the order in which it came. */
  readonly changes: readonly ReceivedChange[];
}

/** The parts of a payment that are compared. */
export interface StoredPayment {
  readonly attempt: string;
  readonly session_id: string;
  readonly outcome: string;
  readonly status: string;
  readonly flag: string | null;
  readonly amounts: Readonly<Record<'held' | 'charged' | 'refunded', string>>;
}

/** What is wrong with an order; nothing where service, sidecar and shop agree. */
export function problemsOf(evidence: Evidence): readonly string[] {
  return [...atService(evidence), ...atSidecar(evidence), ...atShop(evidence)].map(
    (problem) => `${evidence.order}: ${problem}`,
  );
}

/** An attempt whose token may still be processed: the sidecar waits, and the order stays closed. */
export function isOpen({ payment }: Evidence): boolean {
  return payment !== null && ['unknown', 'pending'].includes(payment.outcome);
}

function atService({ sessions }: Evidence): readonly string[] {
  const charges = sessions.reduce((sum, each) => sum + each.charges, 0);
  const tokens = sessions.flatMap(({ attempts }) => attempts.map((each) => each.token_sha256));
  const refundTotal = sessions.reduce((sum, each) => sum + Number(each.refunded), 0);
  return [
    ...(charges > 1 ? [`it is charged ${String(charges)} times`] : []),
    ...(new Set(tokens).size < tokens.length ? ['a token came twice'] : []),
    // A void gives back all, a refund of this run 50.00.
    ...(![0, 50, 199.9].includes(refundTotal) ? [`${String(refundTotal)} is refunded`] : []),
  ];
}

function atSidecar(evidence: Evidence): readonly string[] {
  const { sessions, payment } = evidence;
  const session = sessions.find(({ charges }) => charges > 0);
  if (!session) {
    const isDreamt = payment && ['succeeded', 'authorized', 'refunded'].includes(payment.outcome);
    return isDreamt ? [`the sidecar has ${payment.outcome}, and nothing is charged`] : [];
  }
  if (!payment) return ['it is charged, and the sidecar has no payment'];
  const { outcome, status, flag, amounts, session_id } = payment;
  if (session_id !== session.id) return [`another session is charged than ${session_id}`];
  if (flag !== null) return [`it waits for a review: ${flag}`];
  const storedAmount = Number(amounts.charged) - Number(amounts.refunded);
  const real = Number(session.charged) - Number(session.refunded);
  return [
    ...(status === session.status ? [] : [`it is ${session.status}, not ${status} (${outcome})`]),
    ...(storedAmount === real ? [] : [`${String(real)} is charged, not ${String(storedAmount)}`]),
  ];
}

function atShop({ payment, changes }: Evidence): readonly string[] {
  const problems: string[] = [];
  const contents = new Map<string, string>();
  /** The last new change of each attempt. */
  const latest = new Map<string, ReceivedChange>();
  for (const change of changes) {
    const { id, attempt } = change;
    const content = JSON.stringify(change);
    const previousContent = contents.get(id);
    if (previousContent !== undefined && previousContent !== content) {
      problems.push(`${id} came with two contents`);
    }
    const previousChange = latest.get(attempt);
    if (previousChange && versionOf(change) < versionOf(previousChange)) {
      problems.push(`${id} came after ${previousChange.id}`);
    }
    if (previousContent !== undefined) continue;
    contents.set(id, content);
    if (previousChange && previousChange.outcome !== change.previous) {
      problems.push(`a change is lost between ${previousChange.id} and ${id}`);
    }
    latest.set(attempt, change);
  }
  if (!payment || ['unknown', 'pending'].includes(payment.outcome)) return problems;
  const last = latest.get(payment.attempt);
  if (last?.outcome !== payment.outcome || last.status !== payment.status) {
    problems.push(`the shop has ${last?.outcome ?? 'nothing'}, not ${payment.outcome}`);
  }
  return problems;
}

function versionOf({ id }: ReceivedChange): number {
  return Number(id.split('.').at(-1));
}
