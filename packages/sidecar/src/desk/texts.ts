import type { OperationKind } from '@wallet-buttons/server';
import type { ExplainTexts, ShownState } from '@wallet-buttons/server/explain';

/** An operation in the question before it is sent. `{amount}`, `{order}` */
interface OperationTexts {
  /** The button, and the title of the dialog. */
  readonly name: string;
  readonly question: string;
  readonly confirm: string;
  readonly done: string;
}

/** The texts of the desk, in one language. Names in braces are replaced. */
export interface DeskTexts {
  readonly title: string;
  readonly logIn: {
    readonly lead: string;
    readonly token: string;
    readonly button: string;
    readonly refused: string;
  };
  readonly frame: {
    readonly payments: string;
    readonly reviews: string;
    readonly deliveries: string;
    readonly report: string;
    readonly logOut: string;
    readonly language: string;
    readonly mayRead: string;
    readonly mayOperate: string;
    readonly find: string;
    readonly findButton: string;
    readonly skip: string;
  };
  readonly list: {
    readonly from: string;
    readonly to: string;
    readonly currency: string;
    readonly sums: string;
    /** Ends the search. */
    readonly clear: string;
    readonly today: string;
    readonly allDays: string;
    readonly state: string;
    readonly allStates: string;
    readonly endingHolds: string;
    readonly opened: string;
    readonly order: string;
    readonly amount: string;
    readonly card: string;
    readonly review: string;
    readonly more: string;
    readonly loading: string;
    readonly emptyDay: string;
    readonly emptyFilter: string;
    readonly emptyReviews: string;
    /** `{count}` */
    readonly shown: string;
    /** `{amount}` */
    readonly refundedPart: string;
    /** `{time}` */
    readonly holdEnds: string;
  };
  /** The states as chips. */
  readonly states: Readonly<Record<ShownState, string>>;
  readonly payment: {
    readonly back: string;
    readonly asked: string;
    readonly held: string;
    readonly charged: string;
    readonly refunded: string;
    readonly left: string;
    readonly details: string;
    readonly wallet: string;
    readonly status: string;
    readonly session: string;
    readonly paymentId: string;
    readonly bankReference: string;
    readonly attempt: string;
    readonly opened: string;
    readonly updated: string;
    readonly holdEnds: string;
    readonly history: string;
    /** `{number}`, `{count}` */
    readonly attemptOf: string;
    readonly before: string;
    readonly now: string;
    readonly ask: string;
    /** An operation has no outcome yet. */
    readonly open: string;
    /** `{count}` */
    readonly undelivered: string;
    readonly readOnly: string;
    /** The link to the order in the shop. */
    readonly inShop: string;
    readonly reopen: string;
    /** `{order}` */
    readonly reopened: string;
  };
  readonly operations: Readonly<Record<OperationKind, OperationTexts>>;
  readonly dialog: {
    readonly amount: string;
    readonly reason: string;
    /** `{amount}` */
    readonly most: string;
    /** `{amount}` */
    readonly invalid: string;
    /** `{readings}`: the amounts that a text can mean. */
    readonly ambiguous: string;
    readonly warning: string;
    readonly cancel: string;
    readonly close: string;
    readonly again: string;
    readonly sending: string;
    /** No answer came. */
    readonly unknown: string;
  };
  readonly review: {
    readonly title: string;
    readonly mismatch: string;
    readonly needsReview: string;
    readonly contradicted: string;
    readonly disputed: string;
    readonly won: string;
    readonly lost: string;
    readonly charged: string;
    readonly notCharged: string;
    readonly operationDone: string;
    readonly operationNotDone: string;
    /** `{amount}` */
    readonly named: string;
    /** `{amount}`, `{order}` */
    readonly chargedQuestion: string;
    /** `{order}` */
    readonly notChargedQuestion: string;
    /** `{operation}`, `{amount}`, `{order}` */
    readonly doneQuestion: string;
    readonly notDoneQuestion: string;
    readonly note: string;
    readonly confirm: string;
    readonly ended: string;
  };
  readonly deliveries: {
    readonly title: string;
    readonly lead: string;
    readonly empty: string;
    /** `{count}` */
    readonly tries: string;
    /** `{time}` */
    readonly next: string;
    /** The button that delivers at once. */
    readonly again: string;
    /** `{order}` */
    readonly due: string;
    readonly alarms: string;
    readonly alarmsLead: string;
    readonly noAlarms: string;
  };
  /** By the code of an alarm. A newer program may have others. */
  readonly alarms: Readonly<Record<string, string>>;
  readonly report: {
    /** `{time}` */
    readonly at: string;
    readonly missing: string;
    readonly same: string;
    /** `{count}` */
    readonly differences: string;
    /** `{from}`, `{until}` */
    readonly period: string;
    readonly kind: string;
    readonly here: string;
    readonly there: string;
    readonly note: string;
    /** `{count}`: how many. */
    readonly afterLastRow: string;
    /** `{count}`: how many operations. */
    readonly open: string;
    /** By the kind of a difference. A newer command may have others. */
    readonly kinds: Readonly<Record<string, string>>;
  };
  /** By the code of a problem; `network`: no answer; `other` has `{title}` and `{detail}`. */
  readonly problems: Readonly<Record<string, string>> &
    Readonly<Record<'network' | 'other', string>>;
  /** The states of a history are those of the chips. */
  readonly explain: Omit<ExplainTexts, 'states'>;
}
