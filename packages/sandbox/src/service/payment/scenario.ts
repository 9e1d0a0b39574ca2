/**
 * What the service shall do with a payment. A scenario is a set of independent fields, not a name,
 * so that any two faults can be combined. Later sources win, field by field: the built-in defaults,
 * the amount's rule, the scenario for everything, the one for the order, the header of one call.
 */

import { type OperationName, operationNames } from '../operations/names.ts';
import { compile, objectOf, type Schema, wordSchema } from '../wire/schema.ts';

/** The name of an operation as a scenario writes it: `pay-token`. */
export type SpoiltCall = KebabCase<OperationName>;

type KebabCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${KebabCase<Rest>}`
    : `-${Lowercase<First>}${KebabCase<Rest>}`
  : Text;

/** How a payment goes. Times are in milliseconds. */
export interface Scenario {
  /** Where the payment ends; `auto`: as the card says, and `holded` for a payment with `use_hold`. */
  readonly result: 'auto' | 'paid' | 'holded' | 'failed' | 'processing';
  /** The bank's page; `auto`: for a card that is challenged, and for every PAN_ONLY card but a declined one. */
  readonly bankCheck: 'auto' | 'always' | 'never';
  /** How the answer reaches the merchant; `cut` destroys the connection without a byte. */
  readonly answer:
    | 'normal'
    | 'cut'
    | 'truncated'
    | 'html'
    | 'empty'
    | 'error429'
    | 'error500'
    | 'error503'
    | 'redirect'
    | 'unknown-status';
  /** Which call's answer `answer`, `answerDelay`, `processDelay` and `processed` are about. */
  readonly answerOn: SpoiltCall;
  /** Whether the call takes effect although its answer is spoilt. */
  readonly processed: boolean;
  /** Wait between receiving the call and acting on it: a request that lingers in the network. */
  readonly processDelay: number;
  /** Wait between acting and answering. */
  readonly answerDelay: number;
  /** The webhook goes out before the answer (or the redirect back from the bank), after it, or never. */
  readonly webhook: 'before' | 'after' | 'never';
  /** Wait before the webhook's first try. */
  readonly webhookDelay: number;
  /** v1 is flat, v2 and v3 are grouped; `auto`: what the dates of transition say. */
  readonly webhookVersion: 'auto' | 'v1' | 'v2' | 'v3';
  /** How many times the same webhook is delivered. */
  readonly webhookCopies: number;
  /** The answer says `processing`, and the result arrives this much later; 0 settles at once. */
  readonly settleAfter: number;
  /** A void or a capture is under way for so long; 0: done at once. */
  readonly changeAfter: number;
  /** A paid session becomes `paid_off` after so long; 0: never. */
  readonly paidOffAfter: number;
  /** An unpaid session expires after so long; 0: after the profile’s lifetime. */
  readonly expireAfter: number;
  /** A token that was taken before: charged again, as a service without idempotency may, or refused. */
  readonly replay: 'charge' | 'refuse';
}

/** Any part of a scenario. */
export type ScenarioFields = Partial<Scenario>;

/** A scenario for one order, or for every payment when `external_id` is absent. */
export type ScenarioRequest = ScenarioFields & {
  /** The payment's `external_id`: the merchant's order. */
  readonly external_id?: string;
};

/** What happens unless something else is set. */
export const defaultScenario: Scenario = {
  result: 'auto',
  bankCheck: 'auto',
  answer: 'normal',
  answerOn: 'pay-token',
  processed: true,
  processDelay: 0,
  answerDelay: 0,
  webhook: 'after',
  webhookDelay: 0,
  webhookVersion: 'auto',
  webhookCopies: 1,
  settleAfter: 0,
  changeAfter: 0,
  paidOffAfter: 0,
  expireAfter: 0,
  replay: 'charge',
};

/** What a payment's last two digits choose. */
export interface AmountRule {
  /** The amount's minor units modulo 100. */
  readonly cents: number;
  readonly scenario: ScenarioFields;
  /** For the README and the demo. */
  readonly says: string;
}

/** Scenarios for a payer who can choose nothing but the amount. Usual prices (.00 .49 .90 .95 .99) are free of them. */
export const amountRules: readonly AmountRule[] = [
  { cents: 5, scenario: { result: 'failed', bankCheck: 'never' }, says: 'declined at once' },
  { cents: 13, scenario: { result: 'holded' }, says: 'held instead of paid' },
  { cents: 22, scenario: { result: 'paid', bankCheck: 'never' }, says: 'paid without the bank' },
  { cents: 33, scenario: { bankCheck: 'always' }, says: 'the bank asks' },
  { cents: 44, scenario: { settleAfter: 3000 }, says: 'processing, final after 3 seconds' },
  { cents: 55, scenario: { webhook: 'before' }, says: 'the webhook overtakes the answer' },
  { cents: 66, scenario: { answer: 'cut' }, says: 'charged, then the connection is cut' },
  { cents: 77, scenario: { answer: 'html' }, says: 'charged, then an HTML page is the answer' },
  { cents: 88, scenario: { answerDelay: 5000 }, says: 'answered after 5 seconds' },
];

/** The scenarios in force. */
export class ScenarioBook {
  readonly #defaults: Scenario;
  readonly #byOrder = new Map<string, ScenarioFields>();
  #global: ScenarioFields = {};

  constructor(defaults: ScenarioFields) {
    this.#defaults = { ...defaultScenario, ...defaults };
  }

  /** The fields that are set for everything. */
  get forAll(): ScenarioFields {
    return this.#global;
  }

  /** Replaces the scenario of an order, or the one for everything; no field at all clears it. */
  set({ external_id: externalId, ...fields }: ScenarioRequest): void {
    if (externalId === undefined) {
      this.#global = fields;
      return;
    }
    if (Object.keys(fields).length === 0) this.#byOrder.delete(externalId);
    else this.#byOrder.set(externalId, fields);
  }

  /** What holds for a payment now. @param minor the amount in minor units, once it is known */
  resolve(payment: {
    readonly externalId?: string | null;
    readonly minor?: number;
    readonly header?: ScenarioFields;
  }): Scenario {
    const cents = payment.minor === undefined ? undefined : payment.minor % 100;
    return {
      ...this.#defaults,
      ...amountRules.find((rule) => rule.cents === cents)?.scenario,
      ...this.#global,
      ...this.#byOrder.get(payment.externalId ?? ''),
      ...payment.header,
    };
  }
}

const milliseconds = 'milliseconds, 0 to 600000';

/** Field to what it accepts: the words, or a description of the numbers. */
const accepted: Readonly<Record<keyof Scenario, readonly unknown[] | string>> = {
  result: ['auto', 'paid', 'holded', 'failed', 'processing'],
  bankCheck: ['auto', 'always', 'never'],
  answer: [
    'normal',
    'cut',
    'truncated',
    'html',
    'empty',
    'error429',
    'error500',
    'error503',
    'redirect',
    'unknown-status',
  ],
  answerOn: operationNames.map(kebabCase),
  processed: [true, false],
  processDelay: milliseconds,
  answerDelay: milliseconds,
  webhook: ['before', 'after', 'never'],
  webhookDelay: milliseconds,
  webhookVersion: ['auto', 'v1', 'v2', 'v3'],
  webhookCopies: 'a number, 1 to 100',
  settleAfter: milliseconds,
  changeAfter: milliseconds,
  paidOffAfter: milliseconds,
  expireAfter: milliseconds,
  replay: ['charge', 'refuse'],
};

const check = compile(
  objectOf({
    external_id: wordSchema,
    ...Object.fromEntries(
      Object.entries(accepted).map(([name, values]) => [name, schemaOf(name, values)]),
    ),
  }),
);

/**
 * Reads a scenario from unknown JSON.
 *
 * @throws TypeError naming the field and what it accepts
 */
export function readScenario(input: unknown): ScenarioRequest {
  const [wrong] = check(input);
  if (wrong !== undefined) {
    throw new TypeError(`${wrong.path || 'a scenario'}: ${wrong.message}`);
  }
  // Every field was checked by name and value just above.
  return input as ScenarioRequest;
}

/** `pay-token` for `payToken`. */
export function kebabCase(name: OperationName): SpoiltCall {
  // The type says the same, letter by letter.
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as SpoiltCall;
}

/** The README's table of scenario fields. */
export function describeScenario(): string {
  const rows = Object.entries(accepted).map(([name, allowed]) => {
    const values =
      typeof allowed === 'string' ? allowed : allowed.map((value) => `\`${String(value)}\``);
    const initial = String(defaultScenario[name as keyof Scenario]);
    return `| \`${name}\` | \`${initial}\` | ${String(values).replaceAll(',`', ', `')} |`;
  });
  return ['| field | default | accepts |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The README's table of amount rules. */
export function describeAmountRules(): string {
  const rows = amountRules.map(
    (rule) => `| \`.${String(rule.cents).padStart(2, '0')}\` | ${rule.says} |`,
  );
  return ['| amount ends in | the payment is |', '| --- | --- |', ...rows].join('\n');
}

function schemaOf(name: string, values: readonly unknown[] | string): Schema {
  if (typeof values !== 'string') return { enum: values };
  const [minimum, maximum] = name === 'webhookCopies' ? [1, 100] : [0, 600_000];
  return { type: 'integer', minimum, maximum };
}
