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
  readonly delivered: (changes: readonly Pick<StatusChange, 'order' | 'id'>[]) => Promise<void>;
}

export function withMoves(records: Records): Payments & Moves {
  const payments = paymentsOver(records);
  const { change } = payments;
  return {
    ...payments,
    insert: async (draft) => {
      const attempt = await change({ order: draft.order }, 'open', (record, { at, clockSince }) =>
        addAttempt(record, draft, at, clockSince),
      );
      if (attempt === null || typeof attempt === 'string') throw new Error('Nothing was added.');
      return attempt;
    },
    commit: async (next, write) => {
      const result = await change({ id: next.id }, write.cause, (record, { at }) =>
        writeAttempt(record, next, write, at),
      );
      if (result === null || typeof result === 'string') return result ?? 'stale';
      const delivery = result.change && { change: result.change, tries: 0, age: 0 };
      return { attempt: result.attempt, delivery };
    },
    begin: async (draft) => {
      const operation = await change({ id: draft.attempt }, draft.kind, (record, { at }) =>
        addOperation(record, draft, at),
      );
      return typeof operation === 'string' ? null : operation;
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
