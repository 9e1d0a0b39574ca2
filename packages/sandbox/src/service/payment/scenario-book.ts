import type { Ledger } from '../ledger/ledger.ts';
import {
  amountRules,
  defaultScenario,
  type Scenario,
  type ScenarioFields,
  type ScenarioRequest,
} from './scenario.ts';

/** The scenarios in force. The ledger keeps them beside the results that they decide. */
export class ScenarioBook {
  readonly #defaults: Scenario;
  readonly #ledger: Pick<Ledger, 'scenarios' | 'saveScenarios'>;

  constructor(defaults: ScenarioFields, ledger: Pick<Ledger, 'scenarios' | 'saveScenarios'>) {
    this.#defaults = { ...defaultScenario, ...defaults };
    this.#ledger = ledger;
  }

  /** The fields that are set for everything. */
  get forAll(): ScenarioFields {
    return this.#ledger.scenarios.get('') ?? {};
  }

  /** Replaces the scenario of an order, or the one for everything; no field at all clears it. */
  set({ external_id: order = '', ...fields }: ScenarioRequest): void {
    if (Object.keys(fields).length === 0) this.#ledger.scenarios.delete(order);
    else this.#ledger.scenarios.set(order, fields);
    this.#ledger.saveScenarios();
  }

  /** Counts a call that was treated as the scenario of its order, or the one for everything, says. */
  count(externalId: string | null): void {
    for (const order of new Set(['', externalId ?? ''])) {
      const { times = 0, ...fields } = this.#ledger.scenarios.get(order) ?? {};
      if (times > 1) this.set({ ...fields, times: times - 1, external_id: order });
      if (times === 1) this.set({ ...withoutFault(fields), external_id: order });
    }
  }

  /** The present scenario of a payment. */
  resolve(payment: {
    readonly externalId?: string | null;
    /** The amount in minor units, once it is known. */
    readonly minor?: number;
    /** Once the card is known: no amount pays with one that is declined. */
    readonly isDeclined?: boolean;
    readonly header?: ScenarioFields;
  }): Scenario {
    const cents = payment.minor === undefined ? undefined : payment.minor % 100;
    const amountRule = amountRules.find((rule) => rule.cents === cents)?.scenario;
    return {
      ...this.#defaults,
      ...amountRule,
      ...(payment.isDeclined && amountRule?.result && { result: this.#defaults.result }),
      ...this.forAll,
      ...this.#ledger.scenarios.get(payment.externalId ?? ''),
      ...payment.header,
    };
  }
}

const callFields: readonly string[] = [
  'answer',
  'answerStatus',
  'answerCode',
  'answerOn',
  'answerDelay',
  'processDelay',
  'processed',
] satisfies readonly (keyof ScenarioFields)[];

/** What a scenario says beside the fault of a call. */
function withoutFault(scenario: ScenarioFields): ScenarioFields {
  const rest = Object.entries(scenario).filter(([name]) => !callFields.includes(name));
  return Object.fromEntries(rest);
}
