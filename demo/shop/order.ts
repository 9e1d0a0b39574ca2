import type { Outcome } from './words.ts';

/** An order of the shop's own server. */
export interface ShopOrder {
  readonly id: string;
  /** Decimal string, from the server's price list. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** `open`, then the outcome of its payment. */
  readonly status: string;
}

/** Each page stores its order, so that a reload continues with the same one. */
const memory = `order ${location.pathname}`;

/**
 * The order that this page is about: the one in the address, else the one before the reload, else a
 * new one. `isNew` is false if a payment may be under way already.
 */
export async function currentOrder(): Promise<{ order: ShopOrder; isNew: boolean }> {
  const knownId = orderInAddress() ?? sessionStorage.getItem(memory);
  const order = knownId === null ? undefined : await readOrder(knownId);
  if (order) return { order: remember(order), isNew: false };
  return { order: remember(await openOrder('meadow')), isNew: true };
}

/** The order in the address, if there is one. */
export function orderInAddress(): string | null {
  return new URLSearchParams(location.search).get('order');
}

/** Lets the next load of this page open a new order. */
export function forgetOrder(): void {
  sessionStorage.removeItem(memory);
}

/** An order of the shop's server; undefined if the server does not know it. */
export async function readOrder(id: string): Promise<ShopOrder | undefined> {
  const response = await fetch(`/shop/orders/${encodeURIComponent(id)}`);
  if (response.status === 404) return undefined;
  return asOrder(response);
}

/**
 * The status of an order's payment; undefined if the order has no payment. Without an answer it
 * is `unknown`, and the page must not offer to pay.
 */
export async function readOutcome(order: string): Promise<Outcome | undefined> {
  try {
    const response = await fetch('/wallet/status', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order }),
    });
    if (response.status === 404) return undefined;
    // The shop's own server, on the shop's own page.
    return response.ok ? ((await response.json()) as { outcome: Outcome }).outcome : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** The page names the product; the server sets the price. */
async function openOrder(product: string): Promise<ShopOrder> {
  return asOrder(
    await fetch('/shop/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ product }),
    }),
  );
}

async function asOrder(response: Response): Promise<ShopOrder> {
  if (!response.ok) throw new Error(`The shop answered ${String(response.status)}.`);
  // The shop's own server, on the shop's own page.
  return (await response.json()) as ShopOrder;
}

function remember(order: ShopOrder): ShopOrder {
  sessionStorage.setItem(memory, order.id);
  return order;
}
