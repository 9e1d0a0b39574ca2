import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { WalletError } from '../errors.ts';
import {
  WalletErrorEvent,
  WalletReadyEvent,
  WalletUnavailableEvent,
  type UnavailableReason,
} from '../readiness-events.ts';
import type { WalletEvent } from '../base-event.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { answerOf, asking, lateAnswers } from './readiness.ts';
import { dispatchEnd, reportEnd, type ReportHost } from './report.ts';

/** The time between two looks for an API that did not come in time, in milliseconds. */
const lookAgain = 1_000;

interface AvailabilityHost extends ReactiveControllerHost, ReportHost {
  readonly loading: 'auto' | 'manual';
}

/**
 * Whether the payer can use the wallet. Asks the provider when the tag connects, and when a setting changes on which
 * readiness depends. Only the answer to the last question counts.
 */
export class AvailabilityController implements ReactiveController {
  state: 'loading' | 'ready' | 'unavailable' = 'loading';
  /** The wallet, with the tag's attributes of the last update. */
  provider: WalletProvider | undefined;
  readonly #host: AvailabilityHost;
  /** The provider's key for which the state holds. */
  #key: symbol | undefined;
  #run = 0;
  /** Whether the page has called `load()`. */
  #isAllowed = false;
  /** Whether the provider's script did not load. */
  #hasFailed = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The event of the state, and the order of its report: a page may set its order later. */
  #end: WalletEvent | undefined;
  #reported = '';

  constructor(host: AvailabilityHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  /** Asks the provider, unless it was asked for the same configuration. */
  hostUpdate(): void {
    // A tag that is removed in the task of its connect asks nothing.
    if (!this.#host.isConnected) return;
    const { order } = this.#host;
    if (this.#end && order !== this.#reported) reportEnd(this.#host, this.#end, 'readiness');
    this.#reported = order;
    const provider = (this.provider = this.#host.provider());
    const mayAsk = this.#isAllowed || this.#host.loading !== 'manual';
    const key = mayAsk ? provider.key : undefined;
    if (key !== this.#key) {
      this.#key = key;
      this.#run++;
      this.state = 'loading';
      this.#end = undefined;
      if (key) void this.#ask(provider, this.#run);
    }
  }

  /** Lets a tag with `loading="manual"` ask the provider. */
  allow(): void {
    this.#isAllowed = true;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    // A moved tag keeps its answer. A tag without an answer asks again.
    if (this.state === 'loading' || this.#timer !== undefined) this.forget();
  }

  /** The browser is online again. */
  handleEvent(): void {
    this.#askAgain();
  }

  #askAgain(): void {
    this.forget();
    this.#host.requestUpdate();
  }

  /** Waits for a provider that did not answer in time, or whose script did not load. */
  #wait(): void {
    const run = this.#run;
    const { provider } = this;
    addEventListener('online', this);
    this.#timer = setInterval(() => {
      if (provider?.isLoaded() && this.#hasFailed) this.#askAgain();
    }, lookAgain);
    void lateAnswers.get(provider?.key)?.then(() => {
      if (run === this.#run) this.#askAgain();
    });
  }

  #stopWaiting(): void {
    removeEventListener('online', this);
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Forgets the answer, so that the next update asks again, even if another button still waits for an answer. */
  forget(): void {
    this.#stopWaiting();
    asking.delete(this.#key);
    this.#key = undefined;
    this.#run++;
  }

  /** The wallet can be used, but its button cannot be drawn. */
  fail(cause: unknown): void {
    this.#run++;
    void this.#become('provider', WalletError.from(cause));
  }

  async #ask(provider: WalletProvider, run: number): Promise<void> {
    const { key } = provider;
    let reason: UnavailableReason | undefined;
    let error: WalletError | undefined;
    try {
      const answer = asking.get(key) ?? answerOf(provider).finally(() => asking.delete(key));
      asking.set(key, answer);
      reason = await answer;
    } catch (cause) {
      error = WalletError.from(cause);
    }
    if (run === this.#run) await this.#become(reason, error);
  }

  /** Dispatches the event once the button is drawn or hidden. */
  async #become(reason?: UnavailableReason, error?: WalletError): Promise<void> {
    const host = this.#host;
    const run = this.#run;
    this.state = reason || error ? 'unavailable' : 'ready';
    this.#stopWaiting();
    this.#hasFailed = error?.code === 'script-load';
    if (this.#hasFailed || reason === 'no-answer') this.#wait();
    host.requestUpdate();
    await host.updateComplete;
    if (run !== this.#run) return;
    this.#end = endOf(host.provider(), reason, error);
    dispatchEnd(host, this.#end, 'readiness');
  }
}

/** The event that ends a question. */
function endOf(
  { wallet, via }: WalletProvider,
  reason?: UnavailableReason,
  error?: WalletError,
): WalletEvent {
  if (reason || error?.code === 'script-load') {
    return new WalletUnavailableEvent(reason ?? 'script-load', error);
  }
  return error ? new WalletErrorEvent(error) : new WalletReadyEvent(wallet, via);
}
