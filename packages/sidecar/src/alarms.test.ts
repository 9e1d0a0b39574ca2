import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { alarmsOver } from './alarms.ts';

const nothing = (): void => undefined;

describe('the alarms', () => {
  it('are the last hundred, the newest first', () => {
    const { logger, alarms } = alarmsOver({ info: nothing, warn: nothing, error: nothing });
    for (let order = 1; order <= 130; order += 1) {
      logger.error('delivery_failing', { order: String(order) });
    }
    const orders = alarms().map(({ order }) => order);
    assert.deepEqual([orders.length, orders[0], orders.at(-1)], [100, '130', '31']);
  });

  it('keep one of a rare kind beside hundreds of another', () => {
    const { logger, alarms } = alarmsOver({ info: nothing, warn: nothing, error: nothing });
    logger.error('amount_mismatch', { order: 'A-1' });
    for (let count = 0; count < 500; count += 1) logger.error('delivery_failing', {});
    assert.equal(alarms().length, 100);
    assert.equal(alarms().at(-1)?.order, 'A-1');
  });
});
