import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payment, PaymentPage } from '@wallet-buttons/server';
import type { ListFilters } from './api.ts';
import { readList } from './data.ts';

/** An API over payments, newest first, whose cursor is a place in the list of all, as the server's is. */
function apiOver(storedPayments: readonly Pick<Payment, 'attempt' | 'openedAt' | 'state'>[]) {
  const payments = async ({ state, cursor, limit }: ListFilters): Promise<PaymentPage> => {
    const rest = storedPayments
      .filter((each) => each.state === state)
      .filter(({ openedAt }) => cursor === undefined || openedAt < cursor);
    const page = rest.slice(0, Number(limit));
    const next = rest.length > page.length ? page.at(-1)?.openedAt : undefined;
    return Promise.resolve({ payments: page as Payment[], ...(next !== undefined && { next }) });
  };
  return { payments };
}

describe('the list of what went back', () => {
  it('has both states, each payment once and the newest first, page by page', async () => {
    const storedPayments = Array.from({ length: 300 }, (_, index) => ({
      attempt: `attempt-${String(index)}`,
      openedAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
      // Most of the newer ones have the one state, and most of the older ones the other.
      state: (index % 4 === 0) === index < 150 ? ('refunded' as const) : ('cancelled' as const),
    }));
    const api = apiOver(storedPayments);
    const route = { view: 'payments', day: '', state: 'returned' } as const;
    const attempts: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { payments, next } = await readList(api, route, cursor);
      attempts.push(...payments.map(({ attempt }) => attempt));
      cursor = next;
      pages += 1;
    } while (cursor !== undefined && pages < 20);
    assert.deepEqual(
      attempts,
      storedPayments.map(({ attempt }) => attempt),
    );
    assert.ok(pages > 2);
  });
});
