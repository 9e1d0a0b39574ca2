import type { AttemptFlag } from '../order/attempt.ts';
import type { OperationKind } from '../order/operation.ts';
import type { PageReport } from '../order/record.ts';
import type { ShownState } from './shown-state.ts';

/** The sentences of a history, in one language. Names in braces are replaced. */
export interface ExplainTexts {
  /** `{count}`: of the earlier attempts that ended without money only the number is kept. */
  readonly earlier: string;
  /** Too many payments of the order failed. */
  readonly tooManyAttempts: string;
  /** `{amount}` */
  readonly opened: string;
  /** `{wallet}` */
  readonly sent: string;
  /** `{cause}`, `{named}`, `{said}`, `{decided}`, `{reason}` */
  readonly event: string;
  /** `{amount}`: the service named another one. */
  readonly named: string;
  /** `{status}` */
  readonly said: string;
  /** `{state}` */
  readonly stays: string;
  /** `{from}`, `{to}` */
  readonly moved: string;
  /** By the cause of an event; `other` has `{cause}`. */
  readonly causes: Readonly<Record<string, string>> & { readonly other: string };
  readonly states: Readonly<Record<ShownState, string>>;
  /** The reason for a state, or its consequence. */
  readonly reasons: Readonly<Record<ShownState, string>>;
  /** `{amount}`, `{end}` */
  readonly operations: Readonly<Record<OperationKind, string>>;
  readonly operationUnknown: string;
  readonly operationDone: string;
  /** The service names no amount that shows whether a refused operation was done. */
  readonly operationUnproven: string;
  /** A refused operation waits for a review. */
  readonly operationInReview: string;
  /** What ended an operation that was not done; `other` has `{code}`, the service's own. */
  readonly refusals: Readonly<Record<string, string>> & {
    readonly other: string;
    readonly without: string;
  };
  /** `{amount}` */
  readonly money: Readonly<Record<'held' | 'charged' | 'refunded', string>>;
  /** The task that a flag describes. */
  readonly flags: Readonly<Record<AttemptFlag, string>>;
  /** `{time}` */
  readonly holdEnds: string;
  /** The shop was notified of the end of a hold. `{time}`: the time until then, `{reason}` */
  readonly holdNotice: string;
  /** `{time}` */
  readonly nextCheck: string;
  /** `{wallet}`, `{code}`, `{moment}`, `{meaning}`, `{actor}`, `{versions}` */
  readonly report: string;
  readonly moments: Readonly<Record<PageReport['phase'], string>>;
  readonly actors: Readonly<Record<PageReport['origin'], string>>;
  /** By the code of a tag. A newer tag may have others. */
  readonly meanings: Readonly<Record<string, string>>;
  /** `{version}` */
  readonly tagVersion: string;
  /** `{version}` */
  readonly apiVersion: string;
}
