import { Deadline } from '../sheet/deadline.ts';
import { later } from '../sheet/later.ts';
import type { ListenedTarget } from '../sheet/listened-target.ts';
import type { WalletSandbox } from '../sheet/recorder.ts';
import type { SheetContent, SheetListener } from '../sheet/content.ts';
import { Sheet } from '../sheet/sheet.ts';
import { walletEvent } from './events.ts';
import { HeldPage } from './page.ts';
import { SessionState, type Ended } from './session-state.ts';

/** The life of a session: its sheet, its events, and its end by the page, the payer or the wallet. */
export class OpenSession {
  /** Says what the page may call now. */
  readonly state = new SessionState();
  protected readonly sandbox: WalletSandbox;
  /** The page's object, which dispatches the events. */
  protected readonly session: ListenedTarget;
  protected readonly deadline: Deadline;
  protected sheet: Sheet | undefined;
  readonly #page: HeldPage;

  constructor(sandbox: WalletSandbox, session: ListenedTarget) {
    this.sandbox = sandbox;
    this.session = session;
    this.deadline = new Deadline(sandbox, () => {
      this.fail();
    });
    this.#page = new HeldPage(sandbox, (comesBack) => {
      this.end(comesBack ? 'cancelled' : 'aborted');
      this.sheet?.close();
      // Only a page that comes back from the back-forward cache gets the event.
      if (comesBack) this.#dispatchCancel();
    });
  }

  abort(): void {
    this.state.demandOpen();
    this.end('aborted');
    this.sheet?.close();
    if (this.sandbox.settings.walletA.cancelAfterAbort) this.#dispatchCancel();
  }

  /** Says "Payment Not Completed". The page gets no reason: it receives `cancel` when the sheet is gone. */
  fail(): void {
    this.deadline.stop();
    this.state.now = 'cancel-requested';
    this.sheet?.finish('failed', 'Payment Not Completed', () => {
      if (this.state.now === 'cancel-requested') this.#cancelled();
    });
  }

  protected open(content: SheetContent, listener: Omit<SheetListener, 'cancelled'>): void {
    this.state.demandIdle();
    this.#page.hold();
    this.state.now = 'active';
    this.sheet = new Sheet(this.sandbox, content, {
      ...listener,
      cancelled: () => {
        this.#cancelled();
      },
    });
  }

  /** @param args what is recorded of the event */
  protected dispatch(event: Event, ...args: readonly unknown[]): void {
    this.sandbox.record('wallet-a', `event ${event.type}`, ...args);
    this.session.dispatchEvent(event);
  }

  /** The wallet is gone, and the page will find out when it calls. */
  protected vanish(): void {
    this.end('gone');
    this.sheet?.close();
  }

  protected end(state: Ended): void {
    this.deadline.stop();
    this.state.now = state;
    this.#page.free();
  }

  #cancelled(): void {
    this.end('cancelled');
    this.#dispatchCancel();
  }

  #dispatchCancel(): void {
    later(() => {
      // In practice the error has no information.
      this.dispatch(walletEvent('cancel', { sessionError: { code: 'unknown', info: {} } }));
    });
  }
}
