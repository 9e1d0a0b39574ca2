import type {
  OperationKind,
  OperationResult,
  OrderPayment,
  Payment,
  Undelivered,
} from '@wallet-buttons/server';
import type { Alarm, Problem, Session, Waiting, WrittenReport } from './api.ts';
import type { Sum } from './money.ts';
import type { Route } from './route.ts';

/** The payments of a list, page by page. */
export interface Listed {
  readonly payments: readonly Payment[];
  /** The cursor of the next page. */
  readonly next?: string;
  readonly isLoading: boolean;
}

/** The question before money moves. */
export interface OperationDialog {
  readonly type: 'operation';
  readonly kind: OperationKind;
  readonly payment: Payment;
  /** Made when the dialog opens: however often it is sent, money moves once. */
  readonly key: string;
  /** What is left for it, in major units. */
  readonly left: string;
  /** As it was typed. */
  readonly typed: string;
  /** Why, in the clerk's words; may be empty. */
  readonly reason: string;
  readonly isSending: boolean;
  readonly problem?: Problem;
}

/** The question before a review ends. */
export interface ReviewDialog {
  readonly type: 'review';
  /** Made when the dialog opens. */
  readonly key: string;
  readonly payment: Payment;
  readonly outcome: 'succeeded' | 'failed';
  /** The operation that the review is about; without it, the payment. */
  readonly operation?: OperationResult;
  /** The most that can have been charged: what was asked for; `null`: the review takes no amount. */
  readonly left: string | null;
  readonly typed: string;
  readonly reason: string;
  readonly isSending: boolean;
  readonly problem?: Problem;
}

/** Everything that the page shows. */
export interface DeskState {
  readonly language: string;
  /** `undefined` before it is known, `null` without one. */
  readonly session: Session | null | undefined;
  /** Whether there was a session since the page was loaded. */
  readonly wasIn: boolean;
  readonly route: Route;
  readonly list: Listed;
  readonly payment: OrderPayment | null;
  readonly undelivered: readonly Undelivered[];
  readonly alarms: readonly Alarm[];
  readonly report: WrittenReport | null;
  /** So many of its differences are shown. */
  readonly reportRows: number;
  readonly waiting: Waiting;
  /** What all payments of the list come to, once a clerk asked for it. */
  readonly sums: readonly Sum[] | null;
  readonly dialog: OperationDialog | ReviewDialog | null;
  /** What was done last. */
  readonly notice: string;
  readonly problem: Problem | null;
  readonly isBusy: boolean;
}

/** Whether a clerk may move money. */
export function mayOperate(session: DeskState['session']): boolean {
  return session !== null && session !== undefined && session.right !== 'look';
}

/** The first delivery is under way; a change that was tried before waits for the shop. */
export function isLate({ tries }: Undelivered): boolean {
  return tries > 1;
}

/** So many differences are added at once. */
export const reportPage = 200;

export const nothingListed: Listed = { payments: [], isLoading: true };
