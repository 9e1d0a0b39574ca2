import type { APIRequestContext } from '@playwright/test';
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
  readonly #backend: () => string;
  readonly #newest = new Map<string, Command>();

  /** @param backend the base URL of the backend that takes the next call */
  constructor(chance: Chance, request: APIRequestContext, backend: () => string) {
    this.#chance = chance;
    this.#request = request;
    this.#backend = backend;
  }

  /** One operation, perhaps by two clerks at once; returns what they do. */
  async operate(order: string): Promise<string> {
    const verb = this.#chance.one(verbs);
    // The amount of a void is refused: only all of it can be voided.
    const amount = verb === 'void' ? '' : this.#chance.one(amounts);
    return this.#send(order, { verb, amount });
  }

  /** The newest operation again, as after a refusal. */
  async again(order: string): Promise<string> {
    const newest = this.#newest.get(order);
    return newest ? this.#send(order, newest) : this.operate(order);
  }

  async #send(order: string, command: Command): Promise<string> {
    const { verb, amount } = command;
    this.#newest.set(order, command);
    const data = amount === '' ? {} : { amount };
    const clerks = Array.from({ length: this.#chance.of(30) ? 2 : 1 }, () => this.#backend());
    const path = `/shop/payments/${order}/${verb}`;
    const post = async (url: string): Promise<unknown> =>
      this.#request.post(`${url}${path}`, { data }).catch(() => undefined);
    await Promise.all(clerks.map(post));
    return `${verb} ${amount} of ${order}, ${String(clerks.length)} times`;
  }
}
