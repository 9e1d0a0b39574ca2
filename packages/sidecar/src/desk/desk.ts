import type { OperationKind, OperationResult, Payment } from '@wallet-buttons/server';
import type { DeskState } from './state.ts';
import type { DeskTexts } from './texts.ts';

/** The desk as its views see it: what there is to show, and what a clerk can do. */
export interface Desk {
  readonly state: DeskState;
  readonly texts: DeskTexts;
  readonly speak: (language: string) => Promise<void>;
  readonly logIn: (token: string) => Promise<void>;
  readonly logOut: () => Promise<void>;
  /** Reads again what the page shows. @param fresh asks the payment service first. */
  readonly refresh: (fresh?: boolean) => Promise<void>;
  /** Adds the next page of the list, or of the differences of the comparison. */
  readonly more: () => Promise<void>;
  /** Opens an order, or lists the payments that have a text. */
  readonly find: (text: string) => Promise<void>;
  /** Adds up all payments of the list. */
  readonly addUp: () => Promise<void>;
  /** Saves all payments of the list as CSV. */
  readonly save: () => Promise<void>;
  /** Lets the changes of an order be delivered at once. */
  readonly deliver: (order: string) => Promise<void>;
  /** Opens the order that is shown for payers again. */
  readonly reopen: () => Promise<void>;
  /** Opens the question before an operation. */
  readonly askOperation: (kind: OperationKind, payment: Payment) => void;
  /** Opens the question before a review ends. @param operation what it is about, if not the payment. */
  readonly askReview: (
    payment: Payment,
    outcome: 'succeeded' | 'failed',
    operation: OperationResult | undefined,
  ) => void;
  /** Takes the amount, or the reason, as it is typed. */
  readonly type: (field: 'typed' | 'reason', text: string) => void;
  /** Closes the dialog with this key. The event of a closing may come after the next one opened. */
  readonly closeDialog: (key: string) => void;
  /** Sends what the dialog asks. A press while it is sent does nothing. */
  readonly confirm: () => Promise<void>;
}
