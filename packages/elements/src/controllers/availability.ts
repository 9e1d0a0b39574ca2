import type { ReactiveControllerHost } from '@lit/reactive-element';
import { misconfigured, WalletError } from '../errors.ts';
import {
  WalletErrorEvent,
  WalletReadyEvent,
  WalletUnavailableEvent,
  type UnavailableReason,
} from '../events.ts';
import type { WalletProvider } from '../providers/provider.ts';

/** Questions under way: buttons of one configuration that come together ask once. */
const asking = new Map<unknown, Promise<UnavailableReason | undefined>>();

/**
 * Whether the payer can use the wallet. Asks when the tag connects and when what readiness depends
 * on changes; of several answers only the last one asked for counts.
 */
export class AvailabilityController {
  state: 'loading' | 'ready' | 'unavailable' = 'loading';
  readonly #host: ReactiveControllerHost & EventTarget;
  /** What the state is about. */
  #key: symbol | string | undefined;
  #run = 0;

  constructor(host: ReactiveControllerHost & EventTarget) {
    this.#host = host;
  }

  disconnected(): void {
    // A moved tag keeps its answer; one that is still waiting for it asks again.
    if (this.state === 'loading') this.forget();
  }

  /** Asks anew next time, also what another button is still waiting for. */
  forget(): void {
    asking.delete(this.#key);
    this.#key = undefined;
    this.#run++;
  }

  /** Asks the provider, unless that has been done for the same configuration. */
  check(provider: WalletProvider): void {
    const key = provider.fault ?? provider.key;
    if (key === this.#key) return;
    this.#key = key;
    void this.#ask(provider, ++this.#run);
  }

  async #ask(provider: WalletProvider, run: number): Promise<void> {
    const { fault } = provider;
    this.state = 'loading';
    this.#host.requestUpdate();
    let reason: UnavailableReason | undefined;
    let error: WalletError | undefined;
    try {
      if (fault) throw misconfigured(fault);
      const { key } = provider;
      const answer = asking.get(key) ?? provider.unavailable().finally(() => asking.delete(key));
      asking.set(key, answer);
      reason = await answer;
    } catch (thrown) {
      error = WalletError.from(thrown);
    }
    if (run !== this.#run) return;
    this.state = reason || error ? 'unavailable' : 'ready';
    this.#host.requestUpdate();
    this.#host.dispatchEvent(
      reason || error?.code === 'script-load'
        ? new WalletUnavailableEvent(reason ?? 'script-load', error)
        : error
          ? new WalletErrorEvent(error)
          : new WalletReadyEvent(provider.wallet),
    );
  }
}
