import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import profile from '@wallet-buttons/protocol/profile.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { badReferences } from '../testing/inputs.ts';
import {
  isOrderRef,
  ProtocolError,
  readOrderRequest,
  readPayTokenAnswer,
  readPayTokenRequest,
  readProblem,
  readReportRequest,
  readStatusAnswer,
  readStatusRequest,
  readValidateMerchantRequest,
} from './index.ts';

const payTokenOf = (body: unknown) => readPayTokenRequest(body, profile);
const reportOf = (body: unknown) => readReportRequest(body, profile);

const payToken = {
  order: 'A-1001',
  wallet: 'wallet-b',
  token: '{"signature":"a\\u003d"}',
  shown: { amount: '199.90', currency: 'UAH' },
};

const report = {
  order: 'A-1001',
  wallet: 'wallet-b',
  phase: 'opened',
  origin: 'integration',
  code: 'config',
  tag_version: '1.2.0',
};

const document = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8')) as {
  components: { schemas: Record<string, object> };
};
const ajv = new Ajv2020({ strict: false }).addSchema(document, 'openapi');
const accepts = (name: string, body: unknown) =>
  ajv.getSchema(`openapi#/components/schemas/${name}`)?.(body);

describe('the readers', () => {
  it('do what the README shows', async () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, snippet = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const moduleUrl = JSON.stringify(import.meta.resolve('./index.ts'));
    const data = JSON.stringify(import.meta.resolve('../profile.json'));
    const code = snippet
      .replace("'@wallet-buttons/protocol'", () => moduleUrl)
      .replace("'@wallet-buttons/protocol/profile.json'", () => data);
    const module = `const body = ${JSON.stringify(JSON.stringify(payToken))};
      ${code}; export { agrees };`;
    const { agrees } = (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
      readonly agrees: unknown;
    };
    assert.equal(agrees, true);
  });

  it('count characters as openapi.yaml does, by code points', () => {
    const request = { ...payToken, order: '𝐀'.repeat(128) };
    assert.deepEqual(payTokenOf(request), request);
    const field = 'order';
    const longer = { ...payToken, order: '𝐀'.repeat(129) };
    assert.throws(() => payTokenOf(longer), { field, code: 'too_large' });
  });

  it('keep a pay-token request as it came, the token to the letter', () => {
    const full = {
      ...payToken,
      payer: { name: 'Олена', email: 'o@shop.example', phone: '+380501234567' },
      shipping_address: { country: 'UA', locality: 'Київ', address_lines: ['вул. Липська, 1'] },
      shipping_option: 'courier',
    };
    assert.deepEqual(payTokenOf(structuredClone(full)), full);
  });

  const faults: [string, unknown, string, string][] = [
    ['no body', undefined, '', 'invalid_field'],
    ['null', null, '', 'invalid_field'],
    ['a list', [], '', 'invalid_field'],
    ['no order', { ...payToken, order: undefined }, 'order', 'missing_field'],
    ['an empty order', { ...payToken, order: '' }, 'order', 'invalid_field'],
    ['a NUL in the order', { ...payToken, order: 'a\u0000' }, 'order', 'invalid_field'],
    [
      'an order that is read backwards',
      { ...payToken, order: 'a\u202eb' },
      'order',
      'invalid_field',
    ],
    ['an order with a soft hyphen', { ...payToken, order: 'a\u00adb' }, 'order', 'invalid_field'],
    [
      'an order with a zero-width space',
      { ...payToken, order: 'a\u200bb' },
      'order',
      'invalid_field',
    ],
    [
      'a whole card number',
      { ...payToken, card: { last4: '4111111111111111' } },
      'card.last4',
      'invalid_field',
    ],
    ['a lone surrogate', { ...payToken, order: '\ud800' }, 'order', 'invalid_field'],
    ['another wallet', { ...payToken, wallet: 'wallet-c' }, 'wallet', 'invalid_field'],
    ['a token that is an object', { ...payToken, token: {} }, 'token', 'invalid_field'],
    ['a token of 33 KB', { ...payToken, token: 'x'.repeat(33 * 1024) }, 'token', 'too_large'],
    ['an amount of its own', { ...payToken, amount: '1.00' }, 'amount', 'unknown_field'],
    [
      'a float for the shown amount',
      { ...payToken, shown: { amount: 199.9, currency: 'UAH' } },
      'shown.amount',
      'invalid_field',
    ],
    [
      'a shown amount that is not exact',
      { ...payToken, shown: { amount: '0.001', currency: 'UAH' } },
      'shown.amount',
      'invalid_field',
    ],
    [
      'an unknown field deep inside',
      { ...payToken, payer: { pan: '4111' } },
      'payer.pan',
      'unknown_field',
    ],
  ];
  for (const [what, body, field, code] of faults) {
    it(`name the field for ${what}`, () => {
      assert.throws(() => payTokenOf(body), { name: 'ProtocolError', field, code });
    });
  }

  it('take each wallet of the profile, and no other', () => {
    const entry = { name: 'invented_pay', place: 'token', token: 'string' } as const;
    const more = { wallets: { ...profile.wallets, 'wallet-c': entry } };
    const body = { ...payToken, wallet: 'wallet-c' };
    assert.deepEqual(readPayTokenRequest(body, more), body);
    const walletCReport = { ...report, wallet: 'wallet-c' };
    assert.deepEqual(readReportRequest(walletCReport, more), walletCReport);
    assert.throws(() => readReportRequest(walletCReport, profile), { field: 'wallet' });
  });

  const rules: readonly (readonly [object, string])[] = [
    [{ order: 1 }, 'order must be text.'],
    [{ order: 'x'.repeat(129) }, 'order must have at most 128 characters.'],
    [{ order: 'a\u0001' }, 'order must be printable text.'],
    [{ order: 'a\u202eb' }, 'order must not have invisible characters.'],
    [{ order: 'A-1001 ' }, 'order must not begin or end with a blank.'],
    [{ wallet: 'wallet-c' }, 'wallet must be one of wallet-a, wallet-b.'],
    [{ payer: 'Olena' }, 'payer must be an object.'],
    [{ shown: { amount: '1.001', currency: 'UAH' } }, 'shown.amount is not an exact amount.'],
    [{ shown: { amount: '1', currency: 'uah' } }, 'shown.currency is not an exact amount.'],
    [{ card: { last4: '123' } }, 'card.last4 must be four digits.'],
    [{ card: { last4: 1234 } }, 'card.last4 must be four digits.'],
    [{ card: { account_verified: 'yes' } }, 'card.account_verified must be true or false.'],
    [{ card: { funding: 'cash' } }, 'card.funding must be one of credit, debit, prepaid, store.'],
    [{ amount: '1.00' }, 'amount is not part of the contract.'],
    ...['Lypska 1', { length: 1 }].map(
      (lines) =>
        [
          { billing_address: { address_lines: lines } },
          'billing_address.address_lines must be a list.',
        ] as const,
    ),
    [{ payer: { name: 7 } }, 'payer.name must be text.'],
    [
      { billing_address: { address_lines: ['Lypska 1', 2] } },
      'billing_address.address_lines.1 must be text.',
    ],
  ];
  for (const [change, message] of rules) {
    it(`say "${message}" of ${JSON.stringify(change).slice(0, 60)}`, () => {
      assert.throws(() => payTokenOf({ ...payToken, ...change }), { message });
    });
  }

  it('say that the body is wrong where no field of it is', () => {
    for (const readBody of [
      readOrderRequest,
      readStatusRequest,
      readValidateMerchantRequest,
      payTokenOf,
      reportOf,
    ]) {
      assert.throws(() => readBody(null), { field: '', message: 'The body must be an object.' });
    }
  });

  it('take every kind of card, and an address of up to ten lines', () => {
    for (const funding of ['credit', 'debit', 'prepaid', 'store']) {
      const body = { ...payToken, card: { funding, last4: '1234' } };
      assert.deepEqual(payTokenOf(body), body);
    }
    const address = { address_lines: Array<string>(10).fill('Lypska 1') };
    const body = { ...payToken, shipping_address: address };
    assert.deepEqual(payTokenOf(body), body);
  });

  for (const [what, sent, read] of [
    ['a tab', 'Olena\tKoval', 'Olena Koval'],
    ['a line break', 'Olena\r\nKoval', 'Olena Koval'],
    ['a NUL', 'Olena\0', 'Olena'],
    ['a C1 control', 'Olena\u0085Koval', 'Olena Koval'],
    ['a line separator', 'Olena\u2028Koval', 'Olena Koval'],
    ['a lone surrogate', 'Olena \ud800', 'Olena'],
    ['a right pair of surrogates', 'Olena 𝐀', 'Olena 𝐀'],
    ['more than is kept', `${'x'.repeat(255)}𝐀y`, `${'x'.repeat(255)}𝐀`],
    ['a lone surrogate inside', 'Olena\ud800Koval', 'Olena Koval'],
    ['blanks before all that is kept', `  ${'x'.repeat(256)}`, 'x'.repeat(256)],
    ['a blank where it is cut', `${'x'.repeat(255)} y`, 'x'.repeat(255)],
    ['nothing but blanks', ' \n ', undefined],
    ['nothing', '', undefined],
  ] as const) {
    it(`refuse no payment for a contact with ${what}`, () => {
      const { payer, shipping_address, billing_address } = payTokenOf({
        ...payToken,
        payer: { name: sent },
        shipping_address: { name: sent, country: 'UA' },
        billing_address: { address_lines: [sent, 'Lypska 1'] },
      });
      assert.deepEqual(
        [payer?.name, shipping_address?.name, billing_address?.address_lines],
        [read, read, [read, 'Lypska 1'].filter((line) => line !== undefined)],
      );
    });
  }

  it('keep ten lines of an address, and a country that is a code', () => {
    const address_lines = Array<string>(11).fill('Lypska 1');
    const body = { ...payToken, shipping_address: { address_lines, country: 'UKR' } };
    const { shipping_address } = payTokenOf(body);
    assert.deepEqual(shipping_address, { address_lines: address_lines.slice(1) });
  });

  for (const country of ['UKR', 'U', '38', '\u{1f600}', '??', 'Україна']) {
    it(`leave out the country ${country}, which is not a code of two letters`, () => {
      const { billing_address } = payTokenOf({ ...payToken, billing_address: { country } });
      assert.deepEqual(billing_address, {});
    });
  }

  it('take the version of a release, or of one before it', () => {
    for (const tag_version of ['1.2.0', '3', '1.2.0-beta.12', '10.0.1-rc', '2.0-next.1']) {
      assert.equal(reportOf({ ...report, tag_version }).tag_version, tag_version);
    }
    for (const tag_version of [
      '1.2.0.4',
      '1234',
      'v1',
      '1.2.0-',
      '1.2.0-beta.1234',
      '1.2.0-BETA',
    ]) {
      assert.throws(() => reportOf({ ...report, tag_version }), {
        field: 'tag_version',
        message: 'tag_version must be a version.',
      });
    }
  });

  for (const [what, order] of badReferences) {
    it(`refuse an order reference with ${what}`, () => {
      for (const readOrder of [readOrderRequest, readValidateMerchantRequest, payTokenOf]) {
        assert.throws(() => readOrder({ ...payToken, order }), { field: 'order' });
      }
      assert.equal(isOrderRef(order), false);
      assert.equal(accepts('OrderRequest', { order }), false);
    });
  }

  it('refuse an order reference that no URL can name', () => {
    for (const order of ['.', '..']) {
      assert.throws(() => readOrderRequest({ order }), { field: 'order' });
      assert.equal(accepts('OrderRequest', { order }), false);
    }
    assert.deepEqual(readOrderRequest({ order: '../1' }), { order: '../1' });
  });

  it('take an order reference with a blank inside, of 128 characters at most', () => {
    const all = [
      'A 1001',
      'A\u00a01001',
      '№ 7/2026',
      'A',
      '007',
      '\u00e1',
      'a\u0301',
      '𝐀'.repeat(128),
    ];
    for (const order of all) {
      assert.deepEqual(readOrderRequest({ order }), { order });
      assert.equal(isOrderRef(order), true);
      assert.equal(accepts('OrderRequest', { order }), true);
    }
    for (const order of [1001, null, undefined, '', ['A']]) assert.equal(isOrderRef(order), false);
  });

  it('never repeat what was sent', () => {
    const secret = 'canary-7f3a';
    const bodies = [
      { ...payToken, token: [secret] },
      { ...payToken, wallet: secret },
      { ...payToken, [secret]: secret },
      { ...payToken, shown: { amount: secret, currency: 'UAH' } },
    ];
    for (const body of bodies) {
      assert.throws(
        () => payTokenOf(body),
        (error) => error instanceof ProtocolError && !error.message.includes(secret),
      );
    }
  });

  for (const [what, value] of [
    ['a sentence', 'The card was declined'],
    ['the number of a card', '4111111111111111'],
    ['a token', '{"signature":"MEUCIQ"}'],
    ['41 characters', 'x'.repeat(41)],
    ['an address of the page', 'https://shop.example/?name=Olena'],
    ['a line break', 'config\n'],
  ] as const) {
    it(`take no report with ${what} in it, and do not repeat it`, () => {
      for (const field of Object.keys(report).filter((name) => name !== 'order')) {
        assert.throws(
          () => reportOf({ ...report, [field]: value }),
          (error) =>
            error instanceof ProtocolError &&
            error.field === field &&
            !error.message.includes(value),
        );
      }
    });
  }

  it('do not take inherited fields for sent ones', () => {
    assert.throws(() => readOrderRequest(Object.create({ order: 'A-1' })), {
      code: 'missing_field',
    });
    assert.throws(() => readOrderRequest(JSON.parse('{"order":"A-1","__proto__":{}}')), {
      code: 'unknown_field',
    });
  });
});

describe('openapi.yaml and the readers', () => {
  const readers = {
    OrderRequest: readOrderRequest,
    StatusRequest: readStatusRequest,
    ValidateMerchantRequest: readValidateMerchantRequest,
    PayTokenRequest: payTokenOf,
    ReportRequest: reportOf,
    PayTokenAnswer: readPayTokenAnswer,
    StatusAnswer: readStatusAnswer,
    Problem: readProblem,
  };
  const reads = (read: (body: unknown) => unknown, body: unknown) => {
    try {
      read(body);
      return true;
    } catch (error) {
      assert.ok(error instanceof ProtocolError || error instanceof TypeError);
      return false;
    }
  };

  /** Bodies that are right but for, at times, one thing: the place where two contracts drift apart. */
  const valid = {
    OrderRequest: { order: 'A-1' },
    StatusRequest: { order: 'A-1', receipt: 'bGV2YWRhLWxldmFkYS1sZXZh' },
    ValidateMerchantRequest: { order: 'A-1', validation_url: 'https://a.example/', domain: 'shop' },
    PayTokenRequest: {
      ...payToken,
      payer: { name: 'a', email: 'b', phone: 'c' },
      shipping_address: {
        name: 'a',
        email: 'b',
        phone: 'c',
        phonetic_name: 'a',
        country: 'UA',
        administrative_area: 'd',
        administrative_area_code: 'UA-30',
        sub_administrative_area: 'i',
        sorting_code: 'j',
        locality: 'e',
        sub_locality: 'f',
        postal_code: 'g',
        address_lines: ['h'],
      },
      billing_address: { country: 'UA' },
      shipping_option: 'a',
      coupon_code: 'b',
      card: {
        network: 'visa',
        last4: '1234',
        funding: 'credit',
        account_verified: true,
        cardholder_authenticated: false,
      },
    },
    ReportRequest: {
      ...report,
      cause_code: 'DEVELOPER_ERROR',
      api_version: '2.0',
    },
    PayTokenAnswer: { outcome: 'pending', status: 'processing', acs_url: 'https://bank.example/' },
    StatusAnswer: {
      outcome: 'pending',
      status: 'processing',
      final: false,
      acs_url: 'https://bank.example/',
    },
    Problem: {
      type: 'about:blank',
      title: 'a',
      status: 409,
      code: 'in_progress',
      detail: 'b',
      field: 'c',
      outcome: 'pending',
      payment_status: 'processing',
      acs_url: 'https://bank.example/',
      errors: [{ code: 'shipping_address_invalid', field: 'postal_code', message: 'd' }],
    },
  } satisfies {
    // A field that is optional too: a new one has to be here, and so in openapi.yaml.
    [Name in keyof typeof readers]: Record<string, unknown> &
      Record<keyof ReturnType<(typeof readers)[Name]>, unknown>;
  };
  const oddities = fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    true,
    '',
    'x',
    'x'.repeat(129),
    'x'.repeat(257),
    'x'.repeat(40000),
    'a\u0001',
    'a\u202eb',
    'a\u200bb',
    'a\u00adb',
    'a\u180eb',
    'a\u206ab',
    'a\ue000b',
    'a\ufff9b',
    'a b',
    '\u4e2d 文',
    ...badReferences.map(([, reference]) => reference),
    '1234',
    'wallet-a',
    'UAH',
    '12.50',
    'succeeded',
    [],
    ['x'],
    Array(11).fill('x'),
    {},
    { country: 'UA' },
  );

  for (const name of Object.keys(readers) as (keyof typeof readers)[]) {
    it(`agree on ${name}`, () => {
      assert.ok(accepts(name, valid[name]));
      assert.ok(reads(readers[name], valid[name]));
      fc.assert(
        fc.property(fc.constantFrom(...paths(valid[name]), ['extra']), oddities, (path, odd) => {
          const body: unknown = JSON.parse(JSON.stringify(replaced(valid[name], path, odd)));
          assert.equal(reads(readers[name], body), accepts(name, body), JSON.stringify(body));
        }),
        { numRuns: 400 },
      );
    });
  }
});

function paths(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, each]) => paths(each, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], replacement: unknown): unknown {
  if (key === undefined) return replacement ?? null;
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  copy[key] = rest.length === 0 ? replacement : replaced(copy[key], rest, replacement);
  return Array.isArray(value) ? Object.values(copy) : copy;
}
