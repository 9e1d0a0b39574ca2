import { Readable } from 'node:stream';
import type { Run } from '../../src/reconcile/carried.ts';
import type { Difference } from '../../src/reconcile/difference.ts';
import type { Row } from '../../src/reconcile/exported.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { type Days, type Dialect, exportOf, profiles } from './dialect.ts';
import { faults, type Planted } from './faults.ts';
import { day, hour, minute, type Payment, stories } from './payment.ts';
import { Random } from './random.ts';
import { storeAt } from './store.ts';
import { drawPayment } from './story.ts';

/** A shop of three months, with what is wrong in it. */
export interface Shop {
  readonly dialect: Dialect;
  readonly months: readonly Days[];
  readonly payments: readonly Payment[];
  readonly planted: readonly (Planted & { readonly name: string; readonly order: string })[];
}

const monthCount = 3;
const paymentsOfMonth = 14;

export function drawShop(seed: number): Shop {
  const random = new Random(seed);
  const name = random.pick(Object.keys(profiles) as Dialect['name'][]);
  const profile = profiles[name];
  const dialect = {
    name,
    profile,
    hasOwnIds: random.isLucky(0.5),
    isCurrent: random.isLucky(0.5),
    isWide: random.isLucky(0.3),
  };
  const months = drawMonths(random, profile.export.zone);
  const ends = months.map(({ end }) => end);
  const [first] = months;
  const start = first?.start ?? 0;
  const last = ends.at(-1) ?? 0;
  const payments: Payment[] = [];
  const planted: Shop['planted'][number][] = [];
  for (let index = 0; index < monthCount * paymentsOfMonth; index += 1) {
    const order = `A-${String(index)}`;
    const names = { order, id: `a-${String(index)}`, paymentId: String(1000 + index) };
    const isAtAnEnd = random.isLucky(0.2);
    const time = isAtAnEnd
      ? random.pick(ends) + random.whole(-40, 40) * minute
      : start + 2 * hour + random.whole(0, last - start - 3 * hour);
    const fault = random.isLucky(0.1) ? drawFault(random, dialect) : null;
    const story = random.pick(fault ? fault.stories : stories);
    const payment = drawPayment({ random, ends }, story, names, time);
    const wrong = fault?.plant(payment);
    payments.push(...(wrong?.payments ?? [payment]));
    if (fault && wrong) planted.push({ ...wrong, name: fault.name, order });
    const reversed = fault ? null : reversedLater(payment, dialect, months);
    if (reversed) planted.push({ ...reversed, name: 'a chargeback that is reversed later', order });
    if (!fault && story === 'failed' && random.isLucky(0.5)) {
      const again = { ...names, id: `${names.id}b`, paymentId: `5${names.paymentId}` };
      payments.push(drawPayment({ random, ends }, 'paid', again, time + 20 * minute));
    }
  }
  return { dialect, months, payments, planted };
}

/** A chargeback that only a later export takes back is no fault, but differs until then. */
function reversedLater(
  payment: Payment,
  { name, isWide }: Dialect,
  months: readonly Days[],
): Planted | null {
  const [, chargeback, reversal] = payment.moves;
  const time = chargeback?.there ?? 0;
  if (chargeback?.kind !== 'chargeback' || name === 'one row a payment') return null;
  const month = months.find(({ end }) => time < end);
  const isLater = month && (reversal?.there ?? 0) >= (isWide ? month.asOf : month.end);
  return isLater ? { payments: [payment], kinds: ['chargeback'], side: 'there', time } : null;
}

function drawFault(random: Random, dialect: Dialect) {
  const visible = Object.entries(faults).filter(([, { isHidden }]) => !isHidden?.(dialect));
  const [name, fault] = random.pick(visible);
  return { ...fault, name };
}

/** Months in a zone, each with an export that was made some hours or days later. */
function drawMonths(random: Random, zone: string): readonly Days[] {
  const [year, month] = [random.whole(2024, 2027), random.whole(0, 11)];
  const offset = zone === '+02:00' ? 2 * hour : 0;
  const startOf = (index: number): number => Date.UTC(year, month + index) - offset;
  return Array.from({ length: monthCount }, (_, index) => {
    const end = startOf(index + 1);
    const asOf = end + random.whole(1, 72) * hour + random.whole(0, 59) * minute;
    return { first: startOf(0), start: startOf(index), end, asOf };
  });
}

/** Compares each month, and carries the state over. */
export async function compareMonths({ dialect, months, payments }: Shop, seed: number) {
  const random = new Random(seed);
  let runs: readonly Run[] = [];
  const found: (readonly Difference[])[] = [];
  for (const days of months) {
    const { start, end, asOf } = days;
    const runAt = asOf + random.whole(0, day);
    const { result, run } = await reconcile({
      payments: storeAt(payments, runAt),
      rows: Readable.from(exportOf(payments, dialect, days)) as AsyncIterable<Row>,
      profile: dialect.profile,
      period: { start, end },
      asOf,
      carried: { runs },
      progress: () => undefined,
    });
    runs = [...runs, JSON.parse(JSON.stringify(run)) as Run];
    found.push(result.differences);
  }
  return found;
}

/** What is wrong with what was found, in words; empty if all is right. */
export function complaintsOf(
  { planted, months, dialect }: Shop,
  found: readonly (readonly Difference[])[],
): readonly string[] {
  const complaints: string[] = [];
  for (const { name, order, kinds, side, time } of planted) {
    const range = side === 'here' ? monthHere(months, time) : monthsThere(months, dialect, time);
    const isIn = (differences: readonly Difference[]): boolean =>
      differences.some((each) => each.order === order && kinds.includes(each.kind));
    const first = found.findIndex(isIn);
    const count = found.filter(isIn).length;
    // A sum, and a row that cannot be read, stand in the exports after it, too.
    const mayRepeat = dialect.name === 'one row a payment' || dialect.isWide;
    if (count > 1 && !mayRepeat) {
      complaints.push(`${order}: ${name} shows in ${String(count)} months`);
    }
    if (range && (first < range.first || first > range.last)) {
      complaints.push(
        `${order}: ${name} shows in month ${String(first)}, not ${JSON.stringify(range)}`,
      );
    }
  }
  for (const [index, differences] of found.entries()) {
    for (const { kind, order, note = '' } of differences) {
      const isPlanted = planted.some((each) => each.order === order && each.kinds.includes(kind));
      if (!isPlanted)
        complaints.push(`${order}: ${kind} ${note} is invented in month ${String(index)}`);
    }
  }
  return complaints;
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** In which month an operation here is missing; within the last hour it may be in the next export. */
function monthHere(months: readonly Days[], time: number): Range | null {
  const index = months.findIndex(({ end }) => end - time >= hour);
  return index === -1 ? null : { first: index, last: index };
}

/** In which month a row shows; a sum, or a file of more days, may show it in the export before. */
function monthsThere(
  months: readonly Days[],
  { name, isCurrent, isWide }: Dialect,
  time: number,
): Range | null {
  const last = months.findIndex(({ end }) => time < end);
  const isEarly = name === 'one row a payment' ? isCurrent : isWide;
  const first = isEarly ? months.findIndex(({ asOf }) => time <= asOf) : last;
  return last === -1 ? null : { first, last };
}
