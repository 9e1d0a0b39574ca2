/** The part of the service's ledger that is worth showing. */
export interface LedgerSession {
  readonly status: string;
  /** How many tokens the service accepted: each is a charge, or a hold that may become one. */
  readonly charges: number;
  /** Decimal string; zero while the money is only held, and after the hold was released. */
  readonly charged: string;
  readonly attempts: readonly { readonly bank: string }[];
  readonly webhooks: readonly { readonly delivered: boolean }[];
}

/** The order's sessions, oldest first, from the stand-in's control API. A real service has none. */
export async function readLedger(order: string): Promise<readonly LedgerSession[]> {
  const response = await fetch(`/sandbox/control/ledger?external_id=${encodeURIComponent(order)}`);
  const { sessions } = (await response.json()) as { sessions: readonly LedgerSession[] };
  return sessions;
}

/** How often the order was charged, and how often it is held. A hold that was released is neither. */
export function countCharges(sessions: readonly LedgerSession[]): {
  charges: number;
  holds: number;
} {
  const isCharged = ({ charged }: LedgerSession): boolean => Number(charged) > 0;
  const countAccepted = (some: readonly LedgerSession[]): number =>
    some.reduce((sum, session) => sum + session.charges, 0);
  return {
    charges: countAccepted(sessions.filter(isCharged)),
    holds: countAccepted(sessions.filter((one) => !isCharged(one) && one.status !== 'voided')),
  };
}

/** The last session in one line. */
export function serviceWords(sessions: readonly LedgerSession[]): string {
  const session = sessions.at(-1);
  if (!session) return 'no session yet';
  const bank = session.attempts.at(-1)?.bank ?? 'none';
  const sentCount = session.webhooks.length;
  const deliveredCount = session.webhooks.filter((webhook) => webhook.delivered).length;
  return [
    session.status,
    ...(bank === 'none' ? [] : [`bank ${bank}`]),
    `webhooks ${String(deliveredCount)} of ${String(sentCount)}`,
  ].join(', ');
}
