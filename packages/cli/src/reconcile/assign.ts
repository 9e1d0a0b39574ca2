import type { Attempt } from '@wallet-buttons/server';
import type { Exported } from './exported.ts';
import type { OwnAttempt } from './own-operations.ts';
import type { StandingOf } from './standing.ts';

/** Which rows of an order belong to which of its attempts. */
export interface Assignment {
  readonly rowsOf: (own: OwnAttempt) => readonly Exported[];
  /** The rows that no attempt has. */
  readonly rest: readonly Exported[];
}

/**
 * Finds the attempt of each row of an order: by the ids of the payment, else by what is left. An export may name a payment,
 * a refund, or any row, by an id of its own; then the order alone says to what it belongs.
 */
export function assign(
  ownAttempts: readonly OwnAttempt[],
  rows: readonly Exported[],
  standingOf: StandingOf,
): Assignment {
  const rowsByAttempt = new Map<string, Exported[]>(
    ownAttempts.map(({ attempt: { id } }) => [id, []]),
  );
  const rest: Exported[] = [];
  const put = (row: Exported, own: OwnAttempt | undefined): void => {
    const ownRows = own ? rowsByAttempt.get(own.attempt.id) : rest;
    ownRows?.push(row);
  };
  const rowsOf = ({ attempt: { id } }: OwnAttempt): readonly Exported[] =>
    rowsByAttempt.get(id) ?? [];
  const strays: Exported[] = [];
  for (const row of rows) {
    const own = ownAttempts.find(({ attempt }) => isNamed(row, attempt));
    if (own) put(row, own);
    else strays.push(row);
  }
  const hasMoney = (row: Exported): boolean => isMoney(standingOf(row));
  const isWithout = (own: OwnAttempt): boolean =>
    !rowsOf(own).some(({ kind }) => kind === 'payment');
  const payments = strays
    .filter(({ kind }) => kind === 'payment')
    .toSorted((a, b) => Number(hasMoney(b)) - Number(hasMoney(a)) || a.line - b.line);
  for (const row of payments) {
    // It was reported by an earlier run, of which the rows of these attempts are gone.
    if (row.line < 0) {
      rest.push(row);
      continue;
    }
    const own = ownPaymentOf(row, ownAttempts.filter(isWithout), hasMoney(row));
    const isReturned = standingOf(row) === 'returned' && hasIds(row);
    const returned = isReturned && !own ? ownReturnOf(row, ownAttempts) : undefined;
    if (returned) put({ ...row, kind: 'refund' }, returned);
    else put(row, own);
  }
  const otherRows = strays.filter(({ kind }) => kind !== 'payment');
  const secondPayments = new Set(rest.map(({ paymentId }) => paymentId).filter((id) => id !== ''));
  for (const row of otherRows) {
    // What goes back of a second charge is no return of the first one.
    if (secondPayments.has(row.paymentId)) rest.push(row);
    else put(row, ownOperationOf(row, ownAttempts));
  }
  return { rowsOf, rest };
}

function isNamed({ paymentId, sessionId }: Exported, attempt: Attempt): boolean {
  return (
    (paymentId !== '' && paymentId === attempt.paymentId) ||
    (sessionId !== '' && sessionId === attempt.sessionId)
  );
}

function hasIds({ paymentId, sessionId }: Exported): boolean {
  return paymentId !== '' || sessionId !== '';
}

export function isMoney(standing: ReturnType<StandingOf>): boolean {
  return standing !== 'open' && standing !== 'none';
}

/** The attempt of a payment row whose ids no attempt has. */
function ownPaymentOf(
  row: Exported,
  candidates: readonly OwnAttempt[],
  hasMoney: boolean,
): OwnAttempt | undefined {
  const isSame = ({ payment, attempt }: OwnAttempt): boolean => {
    const { asked, charged, currency } = attempt;
    return payment !== null && currency === row.currency && [asked, charged].includes(row.amount);
  };
  const isTaken = ({ payment }: OwnAttempt): boolean => payment !== null;
  const isSent = ({ attempt }: OwnAttempt): boolean => attempt.sentAt !== null;
  const isUndecided = ({ attempt }: OwnAttempt): boolean => attempt.sentAt !== null && attempt.live;
  if (hasMoney) {
    return (
      candidates.find(isSame) ??
      candidates.find(isTaken) ??
      candidates.find(isUndecided) ??
      (hasIds(row) ? undefined : candidates.find(isSent))
    );
  }
  if (hasIds(row)) return undefined;
  return candidates.find((own) => isSent(own) && !isTaken(own)) ?? candidates.find(isSent);
}

/** The attempt of which a refund row without a kind, and with an id of its own, is a return. */
function ownReturnOf(row: Exported, ownAttempts: readonly OwnAttempt[]): OwnAttempt | undefined {
  return ownAttempts.find(({ returns }) => returns.some(({ amount }) => amount === row.amount));
}

/** The attempt of a capture or a return whose ids no attempt has. */
function ownOperationOf(row: Exported, ownAttempts: readonly OwnAttempt[]): OwnAttempt | undefined {
  const charges = ownAttempts.filter(({ payment }) => payment !== null);
  const isSame = ({ capture, returns }: OwnAttempt): boolean =>
    [...returns, ...(capture ? [capture] : [])].some(({ amount }) => amount === row.amount);
  return (
    charges.find(isSame) ??
    charges.at(-1) ??
    ownAttempts.findLast(({ attempt }) => attempt.sentAt !== null)
  );
}
