/** The comfort group: payments to recipients, and the merchant’s balance. */
import { randomUUID } from 'node:crypto';
import { sumOf, textFromMinor } from '../../money.ts';
import type { Payout } from '../control-api.ts';
import type { Service } from '../service.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { type Schema, textSchema, wordSchema } from '../wire/schema.ts';
import { isList, type Members } from '../wire/wire.ts';
import { readAmount } from './amount.ts';
import { type Call, type Reply, textOf } from './row.ts';

/** A list of payments to recipients, as observed. */
export const payoutsSchema: Schema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['amount', 'recipient'],
    additionalProperties: false,
    properties: {
      guid: wordSchema,
      amount: { type: 'string', format: 'amount' },
      purpose: textSchema,
      payout_pan: textSchema,
      refund_on_failed_payout: { type: 'boolean' },
      recipient: { type: 'object' },
    },
  },
};

/** A list of the merchant’s own ids. */
export const guidsSchema: Schema = { type: 'array', minItems: 1, items: wordSchema };

/** @returns `[{guid, public_id}]`, in the order of the list; either all are created or none */
export function createOperations(call: Call): Reply {
  const { service, body } = call;
  const items = isList(body.list) ? body.list : [];
  const payouts = items.map((item) => newPayout(call, item));
  const guids = payouts.map(({ guid }) => guid);
  const takenGuid = guids.find(
    (guid, index) => service.ledger.findPayout(guid) ?? guids.indexOf(guid) !== index,
  );
  if (takenGuid !== undefined) {
    throw processingRefusal('OperationExistsError', 'an operation has this guid');
  }
  if (sumOf(payouts, service.merchant.currency, ({ amount }) => amount) > service.ledger.balance) {
    throw processingRefusal('BalanceError', 'the balance is too low');
  }
  service.ledger.savePayouts(payouts);
  for (const payout of payouts) payOutWhenDue(service, payout);
  return { body: payouts.map(({ guid, public_id }) => ({ guid, public_id })) };
}

/** @returns `[{guid, status}]` */
export function refundOperations({ service, body: { list } }: Call): Reply {
  const payouts = list.map((guid) => found(service, String(guid)));
  if (payouts.some(({ status }) => status === 'refunded')) {
    throw processingRefusal('RefundError', 'an operation is refunded already');
  }
  for (const payout of payouts) payout.status = 'refunded';
  service.ledger.savePayouts(payouts);
  return { body: payouts.map(({ guid, status }) => ({ guid, status })) };
}

/** @returns `{status, public_id}` */
export function operationStatus({ service, body: { named } }: Call): Reply {
  const { status, public_id } = found(service, textOf(named, 'guid') ?? '');
  return { body: { status, public_id } };
}

/** For an operation that is not paid out yet. @returns `{guid, public_id}` */
export function changeRecipientData({ service, body: { named } }: Call): Reply {
  const payout = found(service, textOf(named, 'guid') ?? '');
  if (payout.status !== 'paid') {
    throw processingRefusal('OperationStatusError', `operation is ${payout.status}`);
  }
  payout.recipient = named['recipient'];
  service.ledger.savePayouts([payout]);
  return { body: { guid: payout.guid, public_id: payout.public_id } };
}

/** @returns `{balance}`, a number in major units */
export function balance({ service }: Call): Reply {
  return {
    body: { balance: Number(textFromMinor(service.ledger.balance, service.merchant.currency)) },
  };
}

/** Waits until an operation is paid out, also for one that a restart interrupted. */
export function payOutWhenDue(service: Service, payout: Payout): void {
  if (payout.due_at === null || payout.status !== 'paid') return;
  service.clockwork.at(payout.due_at, () => {
    if (payout.status === 'paid') payout.status = 'paid_off';
    service.ledger.savePayouts([payout]);
    return Promise.resolve();
  });
}

function newPayout(call: Call, item: Members): Payout {
  const { clockwork, merchant, scenarios } = call.service;
  const { paidOffAfter } = scenarios.resolve({ header: call.header });
  return {
    guid: textOf(item, 'guid') ?? randomUUID(),
    public_id: randomUUID(),
    created_at: new Date(clockwork.now()).toISOString(),
    amount: readAmount(call, item['amount'], merchant.currency),
    purpose: textOf(item, 'purpose'),
    recipient: item['recipient'],
    status: 'paid',
    due_at: paidOffAfter > 0 ? clockwork.now() + paidOffAfter : null,
  };
}

function found(service: Service, guid: string): Payout {
  const payout = service.ledger.findPayout(guid);
  if (payout === undefined) throw processingRefusal('NotFoundError', 'operation not found');
  return payout;
}
