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
  const refunded = sessions.reduce((sum, each) => sum + Number(each.refunded), 0);
  return [
    ...(charges > 1 ? [`it is charged ${String(charges)} times`] : []),
    ...(new Set(tokens).size < tokens.length ? ['a token came twice'] : []),
    // A void gives back all, a refund of this run 50.00.
    ...(![0, 50, 199.9].includes(refunded) ? [`${String(refunded)} is refunded`] : []),
  ];
}

function atSidecar(evidence: Evidence): readonly string[] {
  const { sessions, payment } = evidence;
  const charged = sessions.find(({ charges }) => charges > 0);
  if (!charged) {
    const isDreamt = payment && ['succeeded', 'authorized', 'refunded'].includes(payment.outcome);
    return isDreamt ? [`the sidecar has ${payment.outcome}, and nothing is charged`] : [];
  }
  if (!payment) return ['it is charged, and the sidecar has no payment'];
  const { outcome, status, flag, amounts, session_id } = payment;
  if (session_id !== charged.id) return [`another session is charged than ${session_id}`];
  if (flag !== null) return [`it waits for a review: ${flag}`];
  const stored = Number(amounts.charged) - Number(amounts.refunded);
  const real = Number(charged.charged) - Number(charged.refunded);
  return [
    ...(status === charged.status ? [] : [`it is ${charged.status}, not ${status} (${outcome})`]),
    ...(stored === real ? [] : [`${String(real)} is charged, not ${String(stored)}`]),
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
    const earlier = contents.get(id);
    if (earlier !== undefined && earlier !== content) problems.push(`${id} came with two contents`);
    const before = latest.get(attempt);
    if (before && versionOf(change) < versionOf(before)) {
      problems.push(`${id} came after ${before.id}`);
    }
    if (earlier !== undefined) continue;
    contents.set(id, content);
    if (before && before.outcome !== change.previous) {
      problems.push(`a change is lost between ${before.id} and ${id}`);
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
