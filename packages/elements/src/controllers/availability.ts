import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { WalletError } from '../errors.ts';
import {
  WalletErrorEvent,
  WalletReadyEvent,
  WalletUnavailableEvent,
  type UnavailableReason,
} from '../readiness-events.ts';
import { isHeldBack } from '../providers/load-script.ts';
import { answerOf, answers, lateAnswers, nextTry, scriptOf } from './readiness.ts';
import { reportEnd, type ReportHost } from './report.ts';

type Failure = WalletErrorEvent | WalletUnavailableEvent;

interface AvailabilityHost extends ReactiveControllerHost, ReportHost {
  readonly loading: 'auto' | 'manual';
  readonly state: string;
  isChanged: boolean;
}

/** What a tag waits for that cannot ask, or has asked in vain: the page's consent, a script, an answer. */
type Awaited = 'consent' | 'script' | 'answer' | false;

/**
 * Whether the payer can use the wallet. Asks the provider when the tag connects, and when a setting changes on which
 * readiness depends. Only the answer to the last question counts.
 */
export class AvailabilityController implements ReactiveController {
  state: 'loading' | 'ready' | 'unavailable' = 'loading';
  /** The provider's key for which the state holds. */
  key: symbol | undefined;
  readonly #host: AvailabilityHost;
  /** The provider's key of the present settings. */
  settings: symbol | undefined;
  #run = 0;
  /** Whether the page has called `load()`. */
  #isAllowed = false;
  #awaited: Awaited = false;
  /** The event of the state, until it is dispatched. */
  #event: WalletReadyEvent | Failure | undefined;
  /** The event of a failure, and the order of its report: a page may set its order later. */
  #failure: Failure | undefined;
  #reported: string | undefined;

  constructor(host: AvailabilityHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  /** Asks the provider, unless it was asked for the same configuration. */
  hostUpdate(): void {
    const host = this.#host;
    // A tag that is removed in the task of its connect asks nothing.
    if (!host.isConnected) return;
    if (host.isChanged) this.#readSettings();
    const key = this.settings && this.#mayAsk() ? this.settings : undefined;
    if (key === this.key) return;
    this.key = key;
    this.#run++;
    this.state = 'loading';
    this.#event = this.#failure = undefined;
    if (key) void this.#ask(key, this.#run);
  }

  /** Dispatches the event once the button is drawn or hidden, and never a failure while the order may be paid. */
  hostUpdated(): void {
    const host = this.#host;
    const event = this.#event;
    const { order } = host;
    if (this.#failure && order !== this.#reported)
      reportEnd(host, this.#failure, 'readiness', order);
    this.#reported = order;
    if (!event) return;
    void host.updateComplete.then(() => {
      const isShown = host.state === this.state || event !== this.#failure;
      if (event !== this.#event || !isShown) return;
      this.#event = undefined;
      host.dispatchEvent(event);
    });
  }

  /** Lets a tag ask the provider that has `loading="manual"`, or whose script the page holds back. */
  allow(): void {
    this.#isAllowed = true;
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    // A moved tag keeps its answer. A tag without an answer asks again.
    if (this.state === 'loading' || this.#awaited) this.forget();
  }

  /** A script has loaded, the payer has come back to the page, or the browser is online again. */
  handleEvent({ type }: Event): void {
    const { provider } = this.#host;
    const { script } = provider;
    if (this.#awaited === 'consent') this.#host.requestUpdate();
    else if (this.#awaited === 'answer') {
      if (type === 'online') this.#askAgain();
    } else if (!script || script.findApi()) this.#askAgain();
    else if (type !== 'load') this.#askAfter(scriptOf(provider));
  }

  /** Forgets the answer, so that the next update asks again, even if another button still waits for an answer. */
  forget(): void {
    this.#await(false);
    answers.delete(this.key);
    this.#host.isChanged = true;
    this.key = this.#event = undefined;
    this.#run++;
  }

  /** The wallet can be used, but its button cannot be drawn. */
  fail(cause: unknown): void {
    this.#run++;
    this.#become('provider', WalletError.from(cause));
  }

  #readSettings(): void {
    const host = this.#host;
    host.isChanged = false;
    this.settings = undefined;
    try {
      this.settings = host.provider.key;
    } catch {
      // A function or a value of the page failed.
    }
  }

  #mayAsk(): boolean {
    if (this.#isAllowed) return true;
    const { loading, provider } = this.#host;
    if (loading === 'manual') return false;
    const { script } = provider;
    const isHeld = script && isHeldBack(script);
    if (isHeld) this.#await('consent');
    return !isHeld;
  }

  #askAgain(): void {
    this.forget();
    this.#host.requestUpdate();
  }

  /** Asks again once a script has loaded, or an answer is there. A payer sees nothing of a try that fails. */
  #askAfter(change: Promise<unknown> | undefined): void {
    const run = this.#run;
    change?.then(
      () => {
        if (run === this.#run) this.#askAgain();
      },
      () => undefined,
    );
  }

  #await(awaited: Awaited): void {
    if (awaited === this.#awaited) return;
    this.#awaited = awaited;
    const change = awaited ? 'addEventListener' : 'removeEventListener';
    window[change]('online', this);
    window[change]('focus', this);
    // The scripts of a document bubble to nothing else.
    document[change]('load', this, true);
  }

  async #ask(key: symbol, run: number): Promise<void> {
    let reason: UnavailableReason | undefined;
    let error: WalletError | undefined;
    try {
      reason = await answerOf(this.#host.provider, key);
    } catch (cause) {
      error = WalletError.from(cause);
    }
    if (run === this.#run) this.#become(reason, error);
  }

  #become(reason?: UnavailableReason, error?: WalletError): void {
    const host = this.#host;
    const { provider } = host;
    const isMissing = error?.code === 'script-load';
    this.state = reason || error ? 'unavailable' : 'ready';
    this.#await(isMissing ? 'script' : reason === 'no-answer' && 'answer');
    this.#askAfter(isMissing ? nextTry(provider, this.key) : lateAnswers.get(this.key));
    if (reason || isMissing)
      this.#failure = new WalletUnavailableEvent(reason ?? 'script-load', error);
    else this.#failure = error && new WalletErrorEvent(error);
    this.#event = this.#failure ?? new WalletReadyEvent(provider.wallet, provider.via);
    this.#reported = undefined;
    host.requestUpdate();
  }
}
