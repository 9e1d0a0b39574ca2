import { expect, type APIRequestContext } from '@playwright/test';
import type {
  LedgerSession,
  LedgerView,
  RecordedCall,
  ScenarioRequest,
  WebhookRequest,
} from '@wallet-buttons/sandbox';

/** The payment service's own record, independent of the shop's. */
export class Ledger {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  /** The order's sessions, oldest first. */
  async sessions(order: string): Promise<readonly LedgerSession[]> {
    return (await this.#get<LedgerView>('ledger', order)).sessions;
  }

  /** The number of charges of the order. */
  async charges(order: string): Promise<number> {
    const sessions = await this.sessions(order);
    return sessions.reduce((sum, { charges }) => sum + charges, 0);
  }

  /** The bank's pages where the order still waits for the payer. */
  async waitingAtBank(order: string): Promise<readonly string[]> {
    const attempts = (await this.sessions(order)).flatMap(({ attempts }) => attempts);
    return attempts.filter(({ bank }) => bank === 'waiting').map(({ id }) => `/sandbox/bank/${id}`);
  }

  /** The signed calls that came in for the order. */
  async allCalls(order: string): Promise<readonly RecordedCall[]> {
    const { calls } = await this.#get<{ readonly calls: readonly RecordedCall[] }>('calls', order);
    return calls;
  }

  /** Those of one name, such as `pay-token`. */
  async calls(order: string, name: string): Promise<readonly RecordedCall[]> {
    return (await this.allCalls(order)).filter(({ path }) => path.endsWith(`/${name}`));
  }

  /** Waits, attentively, until one call of the name has come in. */
  async expectCall(order: string, name: string): Promise<void> {
    const calls = async (): Promise<number> => (await this.calls(order, name)).length;
    await expect.poll(calls, { intervals: [50] }).toBe(1);
  }

  /** Sets what bank and service do with a payment. */
  async play(scenario: ScenarioRequest): Promise<void> {
    await this.#post('scenario', scenario);
  }

  /** Sends the merchant the status of a payment now; returns once every copy was tried. */
  async sendWebhook(webhook: WebhookRequest): Promise<void> {
    await this.#post('webhook', webhook);
  }

  async #post(name: string, data: object): Promise<void> {
    const answer = await this.#request.post(`/sandbox/control/${name}`, { data });
    if (!answer.ok()) throw new Error(await answer.text());
  }

  async #get<T>(name: string, order: string): Promise<T> {
    const params = { external_id: order };
    const answer = await this.#request.get(`/sandbox/control/${name}`, { params });
    // The control API's own words, as the sandbox types them.
    return (await answer.json()) as T;
  }
}
