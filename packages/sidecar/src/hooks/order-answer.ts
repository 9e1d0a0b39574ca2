import type { ChoicesRefused, FieldError, OrderDetails } from '@wallet-buttons/server';
import { keysIn } from '@wallet-buttons/service-client';
import { Ajv } from 'ajv';
import { failed, type HookAnswer } from './hook.ts';

const text = { type: 'string' };
const fields = { type: 'object' };

const order = {
  type: 'object',
  additionalProperties: false,
  required: ['reference', 'amount', 'currency'],
  properties: {
    reference: text,
    amount: text,
    currency: text,
    estimated: { type: 'boolean' },
    paid: { type: 'boolean' },
    session: fields,
    payment: fields,
  },
};

const codes: readonly FieldError['code'][] = [
  'shipping_address_invalid',
  'shipping_address_unserviceable',
  'shipping_option_invalid',
  'billing_address_invalid',
  'coupon_invalid',
  'coupon_expired',
  'other',
];

const refusal = {
  type: 'object',
  additionalProperties: false,
  required: ['errors'],
  properties: {
    reference: text,
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'message'],
        properties: { code: { enum: codes }, field: text, message: text },
      },
    },
  },
};

const ajv = new Ajv();
const isOrder = ajv.compile<OrderDetails & { readonly reference: string }>(order);
const isRefusal = ajv.compile<ChoicesRefused>(refusal);

/**
 * The order in the answer of `find-order`.
 * @throws {SidecarError} `hook_answer_invalid`, with the field that is wrong.
 */
export function readOrder(order: string, { text: body, contentType }: HookAnswer) {
  const json = parsed(body, contentType);
  if (typeof json === 'object' && json !== null && 'errors' in json) {
    if (isRefusal(json)) return json;
    throw invalid(problemOf(isRefusal.errors));
  }
  if (!isOrder(json)) throw invalid(problemOf(isOrder.errors));
  if (!isSameOrder(order, json.reference)) {
    throw invalid(`answered about another order: reference is not the order that was asked for`);
  }
  return json;
}

function parsed(body: string, contentType: string): unknown {
  if (body.trim() === '') throw invalid('answered with an empty body');
  try {
    const json: unknown = JSON.parse(body);
    // Of two amounts neither would count.
    if (!Array.from(keysIn(body)).some(({ isRepeated }) => isRepeated)) return json;
  } catch {
    // It is no JSON.
  }
  throw invalid(`answered with no JSON, or with a key twice (${contentType.slice(0, 60)})`);
}

function problemOf(
  errors:
    | readonly {
        readonly instancePath: string;
        readonly params: object;
        readonly message?: string;
      }[]
    | null
    | undefined,
): string {
  const [first] = errors ?? [];
  const { instancePath = '', params = {}, message = 'is wrong' } = first ?? {};
  const { additionalProperty } = params as { readonly additionalProperty?: string };
  const path = instancePath.slice(1).replaceAll('/', '.');
  if (additionalProperty !== undefined) {
    return `answered with an unusable order: it has the unknown field ${JSON.stringify(additionalProperty.slice(0, 60))}`;
  }
  return `answered with an unusable order: ${path === '' ? 'it' : path} ${message}`;
}

/** A database may find an order without regard to case, accents or blanks, or as a number: `007` is 7. */
const collator = new Intl.Collator('und', { sensitivity: 'base', numeric: true });

function isSameOrder(order: string, reference: string): boolean {
  const plain = (each: string): string => each.normalize('NFKC').replaceAll(/\s+/g, '');
  return collator.compare(plain(order), plain(reference)) === 0;
}

function invalid(problem: string) {
  return failed('hook_answer_invalid', 'find-order', problem);
}
