import {
  type Attempt,
  type NewAttempt,
  type Operation,
  type OperationDraft,
  type Payments,
  paymentsOver,
  type Records,
  type StatusChange,
  type UndeliveredChange,
  type Write,
} from '../../src/index.ts';
import { addAttempt } from '../../src/order/new-attempt.ts';
import { addOperation } from '../../src/order/new-operation.ts';
import { makeDue, writeAttempt } from '../../src/order/write.ts';
import { removeChange } from '../../src/order/delivery.ts';

/** An attempt that was written, with the change that its writer delivers. */
export type Committed =
  | { readonly attempt: Attempt; readonly delivery: UndeliveredChange | null }
  | 'stale'
  | 'reused';

/** The changes of a record that a server makes, each as one call. */
export interface Moves {
  readonly insert: (draft: NewAttempt) => Promise<Attempt>;
  readonly commit: (next: Attempt, write: Write) => Promise<Committed>;
  readonly begin: (draft: OperationDraft) => Promise<Operation | null>;
  readonly makeDue: (sessionId: string) => Promise<Attempt | null>;
  readonly delivered: (changes: readonly StatusChange[]) => Promise<void>;
}

export function withMoves(records: Records): Payments & Moves {
  const payments = paymentsOver(records);
  const { change } = payments;
  return {
    ...payments,
    insert: async (draft) => {
      const added = await change({ order: draft.order }, 'open', (record, { at, clockSince }) =>
        addAttempt(record, draft, at, clockSince),
      );
      if (added === null || typeof added === 'string') throw new Error('Nothing was added.');
      return added;
    },
    commit: async (next, write) => {
      const written = await change({ id: next.id }, write.cause, (record, { at }) =>
        writeAttempt(record, next, write, at),
      );
      if (written === null || typeof written === 'string') return written ?? 'stale';
      const delivery = written.change && { change: written.change, tries: 0, age: 0 };
      return { attempt: written.attempt, delivery };
    },
    begin: async (draft) => {
      const begun = await change({ id: draft.attempt }, draft.kind, (record, { at }) =>
        addOperation(record, draft, at),
      );
      return typeof begun === 'string' ? null : begun;
    },
    makeDue: async (sessionId) => {
      const due = await change({ sessionId }, 'due', (record, { at }) =>
        makeDue(record, sessionId, at),
      );
      return typeof due === 'string' ? null : due;
    },
    delivered: async (changes) => {
      for (const { order, id } of changes) {
        await change({ order }, 'delivered', (record, { at }) => {
          return { record: removeChange(record, id, at), result: null };
        });
      }
    },
  };
}
