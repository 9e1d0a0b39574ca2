import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { malformedAmounts } from '../testing/inputs.ts';
import fc from 'fast-check';
import { currencyExponent, fromMinor, ProtocolError, sameAmount, toMinor } from './index.ts';

const currencies = ['JPY', 'EUR', 'UAH', 'KWD', 'CLF'];

describe('money', () => {
  it('knows the decimals of a currency, 0 to 4', () => {
    assert.deepEqual(
      ['JPY', 'EUR', 'BHD', 'UYW'].map((currency) => currencyExponent(currency)),
      [0, 2, 3, 4],
    );
  });

  it('reads decimal strings exactly', () => {
    assert.equal(toMinor({ amount: '19.99', currency: 'EUR' }), 1999);
    assert.equal(toMinor({ amount: '199.9', currency: 'UAH' }), 19990);
    assert.equal(toMinor({ amount: '1000', currency: 'JPY' }), 1000);
    assert.equal(toMinor({ amount: '1000.00', currency: 'JPY' }), 1000);
    assert.equal(toMinor({ amount: '-0.05', currency: 'EUR' }), -5);
    assert.equal(toMinor({ amount: '0.0001', currency: 'CLF' }), 1);
  });

  it('writes every decimal of the currency', () => {
    assert.equal(fromMinor(5, 'EUR'), '0.05');
    assert.equal(fromMinor(-5, 'KWD'), '-0.005');
    assert.equal(fromMinor(0, 'JPY'), '0');
  });

  it('comes back unchanged from any amount of minor units', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...currencies), (minor, currency) => {
        assert.equal(toMinor({ amount: fromMinor(minor, currency), currency }), minor);
      }),
    );
  });

  it('tells the same money however it is written', () => {
    assert.ok(sameAmount({ amount: '10', currency: 'EUR' }, { amount: '10.00', currency: 'EUR' }));
    assert.ok(!sameAmount({ amount: '10', currency: 'EUR' }, { amount: '10', currency: 'USD' }));
    assert.ok(!sameAmount({ amount: '10', currency: 'EUR' }, { amount: '10.01', currency: 'EUR' }));
  });

  for (const amount of [...malformedAmounts, '1.001']) {
    it(`refuses ${JSON.stringify(amount)}`, () => {
      assert.throws(() => toMinor({ amount, currency: 'EUR' }), { code: 'invalid_amount' });
    });
  }

  it('refuses what a double cannot hold', () => {
    assert.throws(() => toMinor({ amount: '90071992547409.93', currency: 'EUR' }), ProtocolError);
    assert.throws(() => fromMinor(2 ** 53, 'EUR'), ProtocolError);
    assert.throws(() => fromMinor(0.5, 'EUR'), ProtocolError);
  });

  it('refuses a currency that is not three capital letters', () => {
    for (const currency of ['eur', 'EURO', '', 'F C']) {
      assert.throws(() => currencyExponent(currency), { code: 'invalid_currency' });
    }
  });
});
