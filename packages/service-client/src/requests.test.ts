import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callOnce } from '../test/every-call.ts';
import { at } from '../test/profile-behaviour.ts';

describe('a part of a payment', () => {
  const part = { sessionId: 's-1', paymentId: '77', amount: { amount: '5.00', currency: 'UAH' } };

  for (const name of ['void', 'refund', 'completeHold'] as const) {
    it(`is not sent by ${name} where the profile has no field for the amount, as that would be all of it`, async () => {
      const profile = at(`operations.${name}.fields.amount`, null);
      const call = callOnce(async (client) => client[name](part), 'null', { profile });
      await assert.rejects(call, {
        code: 'config_invalid',
        message: new RegExp(`operations\\.${name}\\.fields\\.amount`),
      });
    });

    it(`is sent by ${name} to the field of the profile`, async () => {
      const profile = at(`operations.${name}.fields.amount`, 'part');
      const { sent } = await callOnce(async (client) => client[name](part), 'null', { profile });
      assert.equal((JSON.parse(sent.text) as { part?: unknown }).part, 5);
    });
  }
});
