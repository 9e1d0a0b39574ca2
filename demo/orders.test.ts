import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Orders } from './orders.ts';

it('an order costs what the list says, and is open', () => {
  const order = new Orders(':memory:').open('meadow');
  assert.match(order?.id ?? '', /^A-[A-Z2-9]{6}$/);
  assert.deepEqual(
    { amount: order?.amount, currency: order?.currency, status: order?.status },
    { amount: '199.90', currency: 'UAH', status: 'open' },
  );
});

it('a product that is not on the list cannot be ordered', () => {
  assert.equal(new Orders(':memory:').open('orchard'), undefined);
});

it('an order keeps the outcome of its payment', () => {
  const orders = new Orders(':memory:');
  const id = orders.open('meadow')?.id ?? '';
  orders.setStatus(id, 'succeeded');
  assert.equal(orders.find(id)?.status, 'succeeded');
  assert.equal(orders.find('A-ABSENT'), null);
});
