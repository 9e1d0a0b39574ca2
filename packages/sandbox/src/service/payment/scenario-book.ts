import {
  amountRules,
  defaultScenario,
  type Scenario,
  type ScenarioFields,
  type ScenarioRequest,
} from './scenario.ts';

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

  /** The present scenario of a payment. @param minor the amount in minor units, once it is known */
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
