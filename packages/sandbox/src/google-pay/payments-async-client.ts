import { PaymentsClient } from './payments-client.ts';

/**
 * Stand-in for the provider's `PaymentsAsyncClient`, which hands the promise of each payment to one
 * function instead of returning it.
 */
export class PaymentsAsyncClient {
  readonly #client: PaymentsClient;
  readonly #respond: (response: Promise<unknown>) => unknown;

  constructor(options: unknown, respond: (response: Promise<unknown>) => unknown) {
    this.#client = new PaymentsClient(options);
    this.#respond = respond;
  }

  async isReadyToPay(request: unknown): Promise<unknown> {
    return this.#client.isReadyToPay(request);
  }

  prefetchPaymentData(request: unknown): void {
    this.#client.prefetchPaymentData(request);
  }

  createButton(options: unknown): HTMLDivElement {
    return this.#client.createButton(options);
  }

  loadPaymentData(request: unknown): void {
    this.#respond(this.#client.loadPaymentData(request));
  }
}
