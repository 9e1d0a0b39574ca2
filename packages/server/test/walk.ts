import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { OperationResult, Payment, StatusChange, Store } from '../src/index.ts';
import { stopClocks } from './shop.ts';
import { type Manner, minor, type Session } from './walk-service.ts';
import { openWalk, orders, setting, step, partsOf } from './walk-shop.ts';

/** Statements that keep each text of a record as it is written: a delivered change leaves the record. */
export const keeping = {
  SQLite: `CREATE TABLE written (seq INTEGER PRIMARY KEY, merchant TEXT, body TEXT);
    CREATE INDEX written_by ON written (merchant);
    CREATE TRIGGER inserted AFTER INSERT ON wallet_order BEGIN
      INSERT INTO written (merchant, body) VALUES (NEW.merchant, NEW.body); END;
    CREATE TRIGGER updated AFTER UPDATE ON wallet_order BEGIN
      INSERT INTO written (merchant, body) VALUES (NEW.merchant, NEW.body); END;`,
  PostgreSQL: `CREATE TABLE written (seq BIGINT GENERATED ALWAYS AS IDENTITY, merchant TEXT, body TEXT);
    CREATE INDEX written_by ON written (merchant);
    CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO written (merchant, body) VALUES (NEW.merchant, NEW.body); RETURN NEW; END $$;
    CREATE TRIGGER kept AFTER INSERT OR UPDATE ON wallet_order
      FOR EACH ROW EXECUTE FUNCTION keep();`,
  MariaDB: `CREATE TABLE written (seq BIGINT AUTO_INCREMENT PRIMARY KEY, merchant VARBINARY(512),
      body LONGTEXT CHARACTER SET utf8mb4, INDEX written_by (merchant));
    CREATE TRIGGER inserted AFTER INSERT ON wallet_order
      FOR EACH ROW INSERT INTO written (merchant, body) VALUES (NEW.merchant, NEW.body);
    CREATE TRIGGER updated AFTER UPDATE ON wallet_order
      FOR EACH ROW INSERT INTO written (merchant, body) VALUES (NEW.merchant, NEW.body);`,
} as const;

/** Reads the texts of a merchant's records, in the order in which they were written. */
export function writtenQuery(merchant: string): string {
  return `SELECT body FROM written WHERE merchant = '${merchant}' ORDER BY seq`;
}

/** All changes in these texts of records, in the order in which they were written. */
export function changesIn(bodies: readonly string[]): readonly StatusChange[] {
  const all = bodies.flatMap((body) => partsOf(body).changes ?? []);
  return [...new Map(all.map((change) => [change.id, change])).values()];
}

/** The changes of a merchant. */
export type Outbox = (merchant: string) => Promise<readonly StatusChange[]>;

/**
 * Random walks: `WALKS` of the environment is their number. A failure prints the seed and the path that repeat it, as
 * `SEED` and `REPLAY`.
 */
export async function randomWalks(
  test: TestContext,
  stores: readonly Store[],
  outbox: Outbox,
  runs: number,
) {
  test.after(stopClocks());
  // The pauses between questions.
  test.mock.method(Math, 'random', () => 0.5);
  const { WALKS = runs, SEED = 1, REPLAY } = process.env;
  const steps = fc.array(step, { minLength: 5, maxLength: 50, size: 'max' });
  const property = fc.asyncProperty(setting, steps, async (set, chosenSteps) => {
    const walk = openWalk(stores, set);
    const press = { act: 'press', server: 0, order: 'o-1', choice: 0, then: 'flow' } as const;
    if (set.first !== '') await walk.take(press);
    walk.worsen();
    for (const each of chosenSteps) await walk.take(each);
    await compare(walk, outbox);
  });
  const path = REPLAY === undefined ? {} : { path: REPLAY };
  await fc.assert(property, { numRuns: Number(WALKS), seed: Number(SEED), ...path });
}

/** Compares what the shop stores, and what was delivered to it, with the ledger of the service. */
async function compare(walk: ReturnType<typeof openWalk>, outbox: Outbox): Promise<void> {
  const { service, changes, merchant, settle } = walk;
  const wallet = await settle();
  assert.deepEqual(service.faults, []);
  const storedChanges = await outbox(merchant);
  for (const order of orders) {
    const due = storedChanges.filter((change) => change.order === order).map(({ id }) => id);
    const deliveryIndexes = changes
      .filter((change) => change.order === order)
      .map(({ id }) => due.indexOf(id));
    assert.deepEqual(new Set(deliveryIndexes), new Set(due.keys()), 'each change is delivered');
    assert.deepEqual(
      deliveryIndexes,
      deliveryIndexes.toSorted((a, b) => a - b),
      'the changes come in sequence',
    );
    const { attempts = [], operations = [] } = (await wallet.find(order)) ?? {};
    for (const payment of attempts) {
      const ownOperations = operations.filter(({ attempt }) => attempt === payment.attempt);
      const session = service.sessions.get(payment.sessionId);
      const [last] = changes.filter(({ attempt }) => attempt === payment.attempt).slice(-1);
      // Beside money that was taken again, a change without money is not delivered.
      const isBesideMoney = attempts.some(({ sessionId }) => {
        return sessionId !== payment.sessionId && service.sessions.get(sessionId)?.isUndone;
      });
      const deliveredOutcome = isBesideMoney ? payment.outcome : last?.outcome;
      const { is, shouldBe } = bookOf(
        payment,
        ownOperations,
        deliveredOutcome,
        session,
        service.manner,
      );
      assert.deepEqual(is, shouldBe, JSON.stringify({ payment, ownOperations, session }, null, 1));
    }
  }
}

const states: Readonly<Record<string, string>> = {
  paid: 'paid',
  holded: 'authorized',
  voided: 'cancelled',
  refunded: 'refunded',
  failed: 'failed',
  expired: 'expired',
};

/** What a shop stores of an attempt, and what it should by the ledger, as far as answers can tell. */
function bookOf(
  ...[payment, operations, delivered, session, { names, namesPart }]: [
    Payment,
    readonly OperationResult[],
    StatusChange['outcome'] | undefined,
    Session | undefined,
    Manner,
  ]
) {
  const { state, flag, amounts, outcome } = payment;
  if (!session || session.tokens === 0) {
    const isOver = ['created', 'rejected', 'abandoned'].includes(state);
    return { is: isOver || state, shouldBe: true };
  }
  const { isMeddled, isUndone, held, charged, refunded, effects } = session;
  const isExact = names === 'all' && namesPart;
  // What was changed in the cabinet looks like what an operation changed at the same time.
  const isMixed = isMeddled && (!isExact || operations.length > 0);
  // A hold was released after its capture was undone, which looks like the return of the charge.
  const isUnclear = isMixed || (isUndone && held + charged === 0);
  if (flag !== null || isUnclear) return { is: true, shouldBe: true };
  const isOpen = operations.some((operation) => operation.state === 'unknown');
  if (isOpen && names !== 'all') return { is: state, shouldBe: states[session.status] };
  const doneOperations = operations.filter((operation) => operation.state === 'done');
  const nameOf = (kind: string, took: number): string =>
    `${kind === 'capture' ? kind : 'back'} ${String(took)}`;
  // Of several operations, an amount does not tell which was undone.
  const isNamed = !isUndone || operations.length < 2;
  const comparableNames = (names: readonly string[]): readonly string[] =>
    isNamed ? names.toSorted() : [];
  // A charge that the shop never saw may have been voided.
  const sums = (chargedAmount: number, back: number): number[] =>
    isMeddled ? [chargedAmount - back] : [chargedAmount, back];
  // After a void that was undone, all of it is back either way.
  const stateOf = (name: string | undefined) =>
    isUndone && name === 'refunded' ? 'cancelled' : name;
  return {
    is: {
      state: stateOf(state),
      isOpen,
      delivered,
      held: minor(amounts.held),
      charged: sums(minor(amounts.charged), minor(amounts.refunded)),
      operations: comparableNames(
        doneOperations.map(({ kind, amount }) => nameOf(kind, minor(amount))),
      ),
    },
    shouldBe: {
      state: stateOf(states[session.status]),
      isOpen: false,
      delivered: outcome,
      held,
      charged: sums(charged, refunded),
      operations: comparableNames(effects.map(({ kind, took }) => nameOf(kind, took))),
    },
  };
}
