import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, type Evidence } from '@wallet-buttons/service-client';
import { emptyAnswer } from '@wallet-buttons/service-client/testing/empty-answer.js';
import type { OperationKind } from './operation.ts';
import { operationEvidence } from './operation-answer.ts';

describe('the status in the answer to an operation', () => {
  const read = (kind: OperationKind, status: string): string =>
    operationEvidence(kind, statusOf(status), defaultProfile).kind;
  const statusOf = (status: string): Evidence => ({
    kind: 'status',
    answer: { ...emptyAnswer, status },
  });

  it('counts where it has the money as the operation leaves it', () => {
    for (const status of ['paid', 'holded', 'processing', 'odd']) {
      for (const kind of ['capture', 'void', 'refund'] as const) {
        assert.equal(read(kind, status), 'status', `${kind} ${status}`);
      }
    }
    for (const kind of ['void', 'refund'] as const) assert.equal(read(kind, 'voided'), 'status');
  });

  it('is only a reason to ask where it ends the payment otherwise', () => {
    for (const kind of ['capture', 'void', 'refund'] as const) {
      assert.equal(read(kind, 'failed'), 'unknown', kind);
    }
    for (const status of ['voided', 'refunded']) assert.equal(read('capture', status), 'unknown');
  });

  it('is not looked for in an answer without one', () => {
    const evidence: Evidence = { kind: 'refused', code: 'No' };
    assert.equal(operationEvidence('refund', evidence, defaultProfile), evidence);
  });
});
