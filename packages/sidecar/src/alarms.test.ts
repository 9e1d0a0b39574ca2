import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '@wallet-buttons/server';
import { until } from '../test/running.ts';
import { alarmsOver } from './alarms.ts';
import { deskRecordOver } from './private/desk-record.ts';

const nothing = (): void => undefined;

/** A logger over a database, and the orders of its alarms once there are so many. */
function openAlarms() {
  const record = deskRecordOver(memoryStore().forMerchant('shop'));
  const alarms = async () => (await record.read()).alarms.map(({ order }) => order);
  return {
    logger: alarmsOver({ info: nothing, warn: nothing, error: nothing }, record),
    alarms,
    ends: async (last: string) => until(async () => (await alarms()).at(-1) === last),
  };
}

describe('the alarms', () => {
  it('are the last hundred, the newest last', async () => {
    const { logger, alarms, ends } = openAlarms();
    for (let order = 1; order <= 130; order += 1) {
      logger.error('delivery_failing', { order: String(order) });
    }
    await ends('130');
    const orders = await alarms();
    assert.deepEqual([orders.length, orders[0]], [100, '31']);
  });

  it('keep one of a rare kind beside hundreds of another', async () => {
    const { logger, alarms, ends } = openAlarms();
    logger.error('amount_mismatch', { order: 'A-1' });
    for (let count = 1; count <= 500; count += 1) {
      logger.error('delivery_failing', { order: String(count) });
    }
    await ends('500');
    const orders = await alarms();
    assert.deepEqual([orders.length, orders[0]], [100, 'A-1']);
  });
});
