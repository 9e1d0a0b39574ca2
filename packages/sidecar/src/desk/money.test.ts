import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payment } from '@wallet-buttons/server';
import { formatAmount, formatNumber } from './format.ts';
import { languages } from './language.ts';
import { readAmount, sumsOf } from './money.ts';

const amounts: Readonly<Record<string, readonly string[]>> = {
  UAH: ['0.01', '199.90', '1000.00', '1234.56', '1000000.00'],
  JPY: ['1', '999', '1000', '1234567'],
  KWD: ['0.500', '1.000', '999.999', '1000.000', '1234.567'],
  CLF: ['0.0001', '1.0000', '1234.5678'],
};

const readings = (text: string, currency: string, language = 'en') => {
  const answer = readAmount(text, { maximum: '99999999', currency, language });
  return typeof answer === 'string' ? answer : answer.readings;
};

describe('an amount at the desk', () => {
  for (const language of Object.keys(languages)) {
    it(`is read as the page prints it, with its currency or without: ${language}`, () => {
      for (const [currency, list] of Object.entries(amounts)) {
        for (const amount of list) {
          assert.equal(
            readings(formatAmount(amount, currency, language), currency, language),
            amount,
          );
          assert.equal(readings(formatNumber(amount, language), currency, language), amount);
        }
      }
    });
  }

  for (const [text, currency, amount] of [
    ['50', 'UAH', '50.00'],
    ['150,5', 'UAH', '150.50'],
    ['150.5', 'UAH', '150.50'],
    ['1 000', 'UAH', '1000.00'],
    ['1.234.567', 'UAH', '1234567.00'],
    ['1.234,5', 'UAH', '1234.50'],
    ['1’234.50', 'UAH', '1234.50'],
    ['uah 12', 'UAH', '12.00'],
  ] as const) {
    it(`is read where it can mean one amount alone: ${text}`, () => {
      assert.equal(readings(text, currency), amount);
    });
  }

  for (const [text, currency, language, both] of [
    ['1,000', 'UAH', 'en', ['1.00', '1000.00']],
    ['1.000', 'UAH', 'en', ['1.00', '1000.00']],
    ['1.234', 'UAH', 'de', ['1234.00']],
    ['12,500', 'UAH', 'uk', ['12.50', '12500.00']],
    ['1.000', 'JPY', 'en', ['1', '1000']],
    ['1,000', 'JPY', 'de', ['1', '1000']],
    ['1,000', 'KWD', 'en', ['1.000', '1000.000']],
    ['1.000', 'KWD', 'de', ['1.000', '1000.000']],
    ['1.000', 'CLF', 'en', ['1.0000', '1000.0000']],
  ] as const) {
    it(`is refused with its readings where it can mean two things: ${text} ${currency} in ${language}`, () => {
      assert.deepEqual(readings(text, currency, language), both);
    });
  }

  for (const [text, currency] of [
    ['', 'UAH'],
    ['0', 'UAH'],
    ['-5', 'UAH'],
    ['5 0', 'UAH'],
    ['5.', 'UAH'],
    [',5', 'UAH'],
    ['1,00,000', 'UAH'],
    ['1.2.3', 'UAH'],
    ['1,000.00.0', 'UAH'],
    ['12.345,678', 'UAH'],
    ['1.005', 'EUR EUR'],
    ['50 USD', 'UAH'],
    ['1e3', 'UAH'],
    ['1.5', 'JPY'],
    ['100000000', 'UAH'],
    ['٥٠', 'UAH'],
  ] as const) {
    it(`is refused where it is no amount: "${text}" ${currency}`, () => {
      assert.deepEqual(readings(text, currency), []);
    });
  }
});

describe('the sums of payments', () => {
  it('are exact, and a currency each', () => {
    const payment = (currency: string, charged: string, refunded: string) => {
      const amounts = { asked: charged, held: '0', charged, refunded };
      return { currency, amounts } as Payment;
    };
    const sums = sumsOf([
      payment('UAH', '0.10', '0'),
      payment('JPY', '1000', '400'),
      payment('UAH', '0.20', '0.05'),
    ]);
    assert.deepEqual(sums, [
      {
        currency: 'UAH',
        count: 2,
        amounts: { held: '0.00', charged: '0.30', refunded: '0.05', left: '0.25' },
      },
      {
        currency: 'JPY',
        count: 1,
        amounts: { held: '0', charged: '1000', refunded: '400', left: '600' },
      },
    ]);
  });
});
