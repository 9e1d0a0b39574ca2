import { toMinor } from '@wallet-buttons/protocol';
import type { ListQuery, Payment, PaymentPage, WalletServer } from '@wallet-buttons/server';

/** So many payments are read for one page of a search; the next page goes on behind them. */
const mostRead = 10_000;

/**
 * The payments of a list that have a text: in the order's reference, the session or another id, as an amount, or as the
 * last four digits of the card. A page can be longer than its limit, and empty although another one follows.
 */
export async function search(
  wallet: Pick<WalletServer, 'list'>,
  text: string,
  query: ListQuery,
): Promise<PaymentPage> {
  const isMatch = matcherOf(text);
  const { limit = 50, ...rest } = query;
  const matches: Payment[] = [];
  for (let count = 500, page: PaymentPage = { payments: [] }; ; count += 500) {
    const place = page.next === undefined ? {} : { cursor: page.next };
    page = await wallet.list({ ...rest, ...place, limit: 500 });
    matches.push(...page.payments.filter(isMatch));
    const isEnough = matches.length >= limit || count >= mostRead;
    if (page.next === undefined || isEnough) return { ...page, payments: matches };
  }
}

function matcherOf(typed: string): (payment: Payment) => boolean {
  const text = typed.trim().toLowerCase();
  const amounts = amountsIn(text);
  return ({ order, attempt, sessionId, paymentId, bankReference = '', card, ...payment }) => {
    if ([order, attempt, sessionId].some((each) => each.toLowerCase().includes(text))) return true;
    if ([paymentId, bankReference, card?.last4].includes(text)) return true;
    const { currency } = payment;
    const values = Object.values(payment.amounts).map((amount) => toMinor({ amount, currency }));
    return amounts.some((amount) => values.includes(minorOf(amount, currency)));
  };
}

/** What a text can mean as an amount: one separator stands before decimals or between thousands. */
function amountsIn(text: string): readonly string[] {
  const plain = text.replaceAll(/[\s'’]/g, '');
  if (!/^\d[\d.,]*$/.test(plain)) return [];
  const decimals = plain
    .replace(/[.,](?=\d*$)/, '#')
    .replaceAll(/[.,]/g, '')
    .replace('#', '.');
  return [decimals, plain.replaceAll(/[.,]/g, '')];
}

function minorOf(amount: string, currency: string): number {
  try {
    return toMinor({ amount, currency });
  } catch {
    return NaN;
  }
}
