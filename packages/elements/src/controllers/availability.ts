import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { WalletError } from '../errors.ts';
import {
  WalletErrorEvent,
  WalletReadyEvent,
  WalletUnavailableEvent,
  type UnavailableReason,
} from '../events.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { withTimeout } from '../with-timeout.ts';

/** In milliseconds, for a provider to say whether the payer can use the wallet. */
const timeout = 10_000;

/** Questions under way: buttons of one configuration that come together ask once. */
const asking = new Map<unknown, Promise<UnavailableReason | undefined>>();

interface AvailabilityHost extends ReactiveControllerHost, HTMLElement {
  provider(): WalletProvider;
}

/**
 * Whether the payer can use the wallet. Asks when the tag connects and when what readiness depends
 * on changes; of several answers only the last one asked for counts.
 */
export class AvailabilityController implements ReactiveController {
  state: 'loading' | 'ready' | 'unavailable' = 'loading';
  /** The wallet, with the tag's attributes as they stood at the last update. */
  provider: WalletProvider | undefined;
  readonly #host: AvailabilityHost;
  /** What the state is about. */
  #key: symbol | undefined;
  #run = 0;

  constructor(host: AvailabilityHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  /** Asks the provider, unless that has been done for the same configuration. */
  hostUpdate(): void {
    // A tag that was removed again in the task in which it came asks nothing.
    if (!this.#host.isConnected) return;
    const provider = (this.provider = this.#host.provider());
    const { key } = provider;
    if (key === this.#key) return;
    this.#key = key;
    this.#run++;
    this.state = 'loading';
    if (key) void this.#ask(provider, this.#run);
  }

  hostDisconnected(): void {
    // A moved tag keeps its answer; one that is still waiting for it asks again.
    if (this.state === 'loading') this.forget();
  }

  /** Asks anew next time, also what another button is still waiting for. */
  forget(): void {
    asking.delete(this.#key);
    this.#key = undefined;
    this.#run++;
  }

  /** The wallet can be used, but its button cannot be drawn. */
  fail(thrown: unknown): void {
    this.#run++;
    void this.#become('provider', WalletError.from(thrown));
  }

  async #ask(provider: WalletProvider, run: number): Promise<void> {
    const { key } = provider;
    let reason: UnavailableReason | undefined;
    let error: WalletError | undefined;
    try {
      const answer = asking.get(key) ?? answerOf(provider).finally(() => asking.delete(key));
      asking.set(key, answer);
      reason = await answer;
    } catch (thrown) {
      error = WalletError.from(thrown);
    }
    if (run === this.#run) await this.#become(reason, error);
  }

  /** Says so once the button is there, or has made way. */
  async #become(reason?: UnavailableReason, error?: WalletError): Promise<void> {
    const host = this.#host;
    const run = this.#run;
    this.state = reason || error ? 'unavailable' : 'ready';
    host.requestUpdate();
    await host.updateComplete;
    if (run !== this.#run) return;
    host.dispatchEvent(
      reason || error?.code === 'script-load'
        ? new WalletUnavailableEvent(reason ?? 'script-load', error)
        : error
          ? new WalletErrorEvent(error)
          : new WalletReadyEvent(host.provider().wallet),
    );
  }
}

async function answerOf(provider: WalletProvider): Promise<UnavailableReason | undefined> {
  await provider.load();
  return withTimeout(provider.unavailable(), timeout, 'no-answer');
}
