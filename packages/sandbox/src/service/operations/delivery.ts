/** What is sent to the payer by a carrier: its price, its confirmation, its waybill. */
import { minorFromText, textFromMinor } from '../../money.ts';
import type { Delivery } from '../control-api.ts';
import { processingRefusal } from '../wire/refusal.ts';
import { type Schema, textSchema, wordSchema } from '../wire/schema.ts';
import type { Members } from '../wire/wire.ts';
import { readAmount } from './amount.ts';
import { changeStatus } from './after-payment.ts';
import { demandStatus, findSession } from './find-session.ts';
import type { Call, Reply } from './row.ts';
import { printWaybill } from './waybill.ts';

/** The parcel of a payment, as observed. */
export const deliverySchema: Schema = {
  type: ['object', 'null'],
  required: ['volume_weight', 'weight', 'recipient_city', 'recipient_warehouse'],
  properties: {
    volume_weight: { type: 'number', minimum: 0.0004 },
    weight: { type: 'number', minimum: 0.1 },
    recipient_city: wordSchema,
    recipient_warehouse: wordSchema,
    sender_phone: textSchema,
  },
};

/** What a parcel needs to be priced. */
interface Parcel {
  readonly volumeWeight: number;
  readonly weight: number;
}

/** Invented prices, in major units of any currency. */
const basePrice = 70;
const pricePerKilogram = 8;
/** A carrier’s factor: kilograms per cubic metre. */
const volumeKilograms = 250;

/** The delivery of a payment; null if it has none. @param amount of the payment, a decimal string */
export function readDelivery(value: unknown, amount: string, currency: string): Delivery | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields: Members = { ...value };
  const volumeWeight = Number(fields['volume_weight']);
  const weight = Number(fields['weight']);
  return {
    volume_weight: volumeWeight,
    weight,
    recipient_city: String(fields['recipient_city']),
    recipient_warehouse: String(fields['recipient_warehouse']),
    price: priceOf({ volumeWeight, weight }, amount, currency),
    express_waybill: null,
  };
}

/** @returns `{delivery_price}`, a number in major units */
export function deliveryPrice(call: Call): Reply {
  const { named } = call.body;
  const { currency } = call.service.merchant;
  const amount = readAmount(call, named['amount'], currency);
  const volumeWeight = Number(named['volumeWeight']);
  const weight = Number(named['weight']);
  return { body: { delivery_price: Number(priceOf({ volumeWeight, weight }, amount, currency)) } };
}

/** @returns `{id, express_waybill, ref_id, metadata}`; the hold stays until it is completed */
export async function confirmDeliveryHold(call: Call): Promise<Reply> {
  const session = findSession(call);
  demandStatus(session, ['holded']);
  const operation = session.operations.find(({ delivery }) => delivery !== null);
  if (operation?.delivery == null) {
    throw processingRefusal('NotFoundError', 'session has no delivery');
  }
  operation.delivery.express_waybill = `20${operation.id}`;
  const { after } = await changeStatus(call.service, session, 'hold_confirmed', call);
  const { id, metadata } = session;
  const body = { id, express_waybill: `20${operation.id}`, ref_id: operation.id, metadata };
  return after === undefined ? { body } : { body, after };
}

/** @returns the waybill as bytes of a PDF */
export function printExpressWaybill(call: Call): Reply {
  const numbers = findSession(call).operations.map(({ delivery }) => delivery?.express_waybill);
  const number = numbers.find((one) => one != null);
  if (number == null) {
    throw processingRefusal('NotFoundError', 'session has no confirmed delivery');
  }
  return { body: printWaybill(number) };
}

/** A price that grows with weight and value, such as a carrier has. */
function priceOf({ volumeWeight, weight }: Parcel, amount: string, currency: string): string {
  const kilograms = Math.ceil(Math.max(weight, volumeWeight * volumeKilograms));
  const carriage = minorFromText(String(basePrice + kilograms * pricePerKilogram), currency) ?? 0;
  const insurance = Math.round((minorFromText(amount, currency) ?? 0) / 200);
  return textFromMinor(carriage + insurance, currency);
}
