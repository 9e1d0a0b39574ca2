import type { APIRequestContext } from '@playwright/test';
import type { ScenarioFields } from '@wallet-buttons/sandbox';
import type { Ledger } from '../ledger.ts';
import type { Chance } from './chance.ts';

/** What a clerk asks for. */
interface Command {
  readonly verb: 'capture' | 'void' | 'refund';
  readonly amount: string;
}

const verbs = ['capture', 'capture', 'void', 'refund', 'refund', 'refund'] as const;
const amounts = ['', '', '50.00', '20.00', '0.01', '500.00'];

/** The shop's counter: its clerks capture, void and refund. */
export class Counter {
  readonly #chance: Chance;
  readonly #request: APIRequestContext;
  readonly #ledger: Ledger;
  readonly #backend: () => string;
  readonly #newest = new Map<string, Command>();

  /** @param backend the base URL of the backend that takes the next call */
  constructor(chance: Chance, request: APIRequestContext, ledger: Ledger, backend: () => string) {
    this.#chance = chance;
    this.#request = request;
    this.#ledger = ledger;
    this.#backend = backend;
  }

  /** One operation, perhaps by two clerks at once; returns what they do. */
  async operate(order: string, scenario: ScenarioFields): Promise<string> {
    const verb = this.#chance.one(verbs);
    // The amount of a void is refused: only all of it can be voided.
    const amount = verb === 'void' ? '' : this.#chance.one(amounts);
    return this.#send(order, { verb, amount }, scenario);
  }

  /** The newest operation again, as after a refusal. */
  async again(order: string, scenario: ScenarioFields): Promise<string> {
    const newest = this.#newest.get(order);
    return newest ? this.#send(order, newest, scenario) : this.operate(order, scenario);
  }

  async #send(order: string, command: Command, scenario: ScenarioFields): Promise<string> {
    const { verb, amount } = command;
    this.#newest.set(order, command);
    await this.#keepShownHold(order, scenario);
    const data = amount === '' ? {} : { amount };
    const clerks = Array.from({ length: this.#chance.of(30) ? 2 : 1 }, () => this.#backend());
    const path = `/shop/payments/${order}/${verb}`;
    const post = async (url: string): Promise<unknown> =>
      this.#request.post(`${url}${path}`, { data }).catch(() => undefined);
    await Promise.all(clerks.map(post));
    return `${verb} ${amount} of ${order}, ${String(clerks.length)} times`;
  }

  /**
   * A capture or release of a hold may be dropped only while it is under way: a status that was final for the shop
   * stays so.
   */
  async #keepShownHold(order: string, { ...scenario }: ScenarioFields): Promise<void> {
    const { dropAfter = 0, changeAfter = 0 } = scenario;
    if (dropAfter === 0 || dropAfter < changeAfter) return;
    const sessions = await this.#ledger.sessions(order);
    if (!sessions.some(({ status }) => status === 'holded' || status === 'hold_confirmed')) return;
    await this.#ledger.play({ external_id: order, ...scenario, dropAfter: 0 });
  }
}
