import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { describe, it } from 'node:test';
import type {
  OperationName,
  OperationProfile,
  ProfileOverrides,
  WebhookVersion,
} from '@wallet-buttons/protocol';
import { callOnce, everyCall, payToken } from '../test/every-call.ts';
import {
  createServiceClient,
  defaultProfile,
  defineProfile,
  isSigned,
  type Profile,
  readEvidence,
  readWebhook,
  ServiceError,
} from './index.ts';
import { checkPayment, checkSuccess, readChange } from './evidence.ts';
import { utf8 } from './operations.ts';

type Json = Readonly<Record<string, unknown>>;
const names = Object.keys(everyCall) as OperationName[];
const versions: readonly WebhookVersion[] = ['v1', 'v2', 'v3'];

/** Every value that a profile reads, where the default one has it. */
const answer = {
  id: 'id-1',
  session_id: 's-1',
  url: 'https://page.example',
  status: 'paid',
  acs_url: 'https://bank.example',
  external_id: 'o-1',
  amount: '199.90',
  currency: 'UAH',
  refunded_amount: '0.10',
  transaction_status: 'APPROVED',
  pan: '4111****1111',
  card_type: 'visa',
  rrn: '6266',
  RRN: '6266',
  card_details: { pan: '4111****1112', card_type: 'visa' },
};
const items = [
  { ...answer, transaction_id: 't-1' },
  { transaction_id: 't-2', amount: '1.00' },
];
const answers = [
  { ...answer, operations: items },
  { operations: items.slice(0, 1) },
  { id: 's-2', session_id: 's-2', status: 'paid', currency: 'USD', refunded_amount: '5' },
];
const refusal = { code: 'Bad', type: 'processing', uuid: 'u-1', errors: [{ path: 'amount' }] };

/** All that a profile changes: what each call sends, what is read of answers, refusals and webhooks. */
async function behaviourOf(profile: Profile, of = names): Promise<string> {
  const seen: unknown[] = [];
  const options = {
    profile,
    baseUrls: { checkout: 'https://checkout.example', comfort: 'https://comfort.example' },
  };
  const calls = [...of.map((name) => everyCall[name]), secondWallet];
  for (const body of answers) {
    for (const call of calls) {
      const made = callOnce(call, JSON.stringify(body), { ...options, signer: showing });
      seen.push(await made.catch(shownError));
    }
  }
  for (const body of [refusal, { type: 'processing' }]) {
    const client = createServiceClient({
      baseUrl: 'https://service.example',
      merchantId: '17',
      signer: showing,
      profile,
      statusRetries: 0,
      fetch: async () =>
        Promise.resolve(Response.json(body, { status: 400, headers: { 'x-request-id': 'r-1' } })),
    });
    const error: unknown = await client.getStatus({ sessionId: 's-1' }).catch((e: unknown) => e);
    seen.push(shownError(error), codesOf(profile), successesOf(profile));
  }
  for (const version of versions) {
    for (const message of [answer, { id: 's', payments: items.slice(0, 1) }]) {
      seen.push(attempted(() => readWebhook(utf8(JSON.stringify(message)), profile, version)));
    }
  }
  const headers = new Headers({ 'x-sign-v2': 'v2', 'x-moved': 'moved' });
  const verifier = {
    verify: async (...[, signature, scheme]: readonly unknown[]) => {
      seen.push(signature, scheme);
      return Promise.resolve(true);
    },
  };
  seen.push(await isSigned(headers, utf8('{}'), verifier, profile));
  for (const status of [...Object.keys(defaultProfile.statuses), 'new']) {
    seen.push([status, profile.meaningOf(status)]);
  }
  return hash('sha256', JSON.stringify(seen), 'hex');
}

const showing = {
  sign: async (bytes: Uint8Array, scheme?: object) =>
    Promise.resolve(Buffer.from(JSON.stringify([String(bytes), scheme])).toString('base64')),
};

async function secondWallet(client: ReturnType<typeof createServiceClient>): Promise<unknown> {
  return client.payToken({ ...payToken, wallet: 'wallet-b' });
}

function attempted(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return shownError(error);
  }
}

function shownError(error: unknown): unknown {
  assert.ok(error instanceof ServiceError, String(error));
  return [error.code, error.message, error.details];
}

function codesOf(profile: Profile): readonly unknown[] {
  return ['Bad', 'SessionNotFoundError', 'InProgressError', 'moved'].map((serviceCode) => {
    const error = new ServiceError('service_refused', 'Refused.', { serviceCode });
    const kindOf = (call: 'getStatus' | 'payToken') =>
      readEvidence(call, { error }, { sessionId: 's', order: 'o', paymentId: '' }, profile).kind;
    return [kindOf('getStatus'), kindOf('payToken')];
  });
}

/** What the profile takes for a success. */
function successesOf(profile: Profile): readonly unknown[] {
  const input = { sessionId: 's', externalId: 'o', amount: { amount: '1.00', currency: 'UAH' } };
  const named = ['session_id', 'external_id', 'amount', 'currency'].map((field) => ({
    [field]: 'x',
  }));
  const flags = [{ type: 'processing' }, { type: 'moved' }, { success: false }, { moved: false }];
  const changes = ['void', 'refund', 'completeHold', 'expire'] as const;
  return [
    ...named.map((body) =>
      attempted(() => {
        checkPayment(body, input, profile);
      }),
    ),
    ...flags.map((body) =>
      attempted(() => {
        checkSuccess(body, profile);
      }),
    ),
    ...changes.map((name) => attempted(() => readChange(name, null, profile))),
  ];
}

/** The profile with every operation callable and every field named, so that each entry can be seen. */
const full = defineProfile(named(defaultProfile.operations));

function named(operations: Profile['operations']): ProfileOverrides {
  const entries = names.map((name) => {
    const { path, fields }: OperationProfile = operations[name];
    const places = Object.entries(fields).map(([field, place], at) => [
      field,
      place ?? `named_${String(at)}`,
    ]);
    return [name, { path: path ?? '/v1/known', fields: Object.fromEntries(places) as object }];
  });
  return { operations: Object.fromEntries(entries) as object };
}

/** Another value that an entry may have. */
function changed(path: string, value: unknown): unknown {
  const last = path.split('.').pop() ?? '';
  const others: Json = {
    method: value === 'POST' ? 'GET' : 'POST',
    group: value === 'comfort' ? 'acquiring' : 'comfort',
    encoding: path.startsWith('signing') ? 'hex' : 'form',
    accept: 'text/plain',
    path: '/v1/moved',
    as: 'base64-json',
    hash: 'SHA-512',
    padding: 'PSS',
    get: 'path',
    merchantId: path.startsWith('forms') ? 'number' : 'moved',
    amount: path.startsWith('forms') ? 'minor-integer' : 'moved',
    answeredAmount: 'minor',
    currencies: ['EUR'],
    token: 'base64',
    header: 'x-moved',
    requestIdHeader: 'x-moved',
    notFound: ['moved'],
    inProgress: ['moved'],
    emptyAnswer: false,
    signatures: [{ header: 'x-moved', hash: 'SHA-256', padding: 'PSS', encoding: 'hex' }],
  };
  if (path.startsWith('statuses.')) return value === 'failed' ? 'paid' : 'failed';
  if (Array.isArray(value) && !Array.isArray(others[last]))
    return [value.length > 0 ? 'moved' : 'id'];
  return others[last] ?? 'moved';
}

function leavesOf(
  value: unknown,
  path: readonly string[] = [],
): readonly (readonly [string, unknown])[] {
  if (typeof value === 'function') return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [[path.join('.'), value]];
  }
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]));
}

/** An override of the entry at a path. */
function at(path: string, value: unknown): ProfileOverrides {
  const override = path
    .split('.')
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return override as ProfileOverrides;
}

describe('the wire profile', () => {
  /** What the endpoints and the payments read of it; a consent to SHA-1 changes nothing alone, a GET has no body. */
  const elsewhere =
    /^(?:\$schema|basis\..*|wallets\.wallet-a\.gateways|webhook\.answer\..*|lifetimes\..*|export\..*|signing\.allowSha1|operations\.balance\.encoding)$/;
  const entries = leavesOf(full).filter(([path]) => !elsewhere.test(path));

  it('has more than 300 entries that can be overridden', () => {
    assert.ok(entries.length > 300);
  });

  for (const [path, value] of entries) {
    it(`is followed at ${path}`, async () => {
      const profile = defineProfile(at(path, changed(path, value)), full);
      const of = names.filter((name) => path.startsWith(`operations.${name}.`));
      const calls = of.length > 0 ? of : names;
      assert.notEqual(await behaviourOf(profile, calls), await behaviourOf(full, calls));
      assert.equal(profile.basisOf(path), 'configured');
    });
  }

  for (const name of names) {
    it(`sends a constant of ${name} at its place`, async () => {
      const profile = defineProfile(at(`operations.${name}.constants`, { 'a[0].b': [1] }), full);
      const { sent } = await callOnce(everyCall[name], '{"id":"s","status":"paid"}', { profile });
      const isList = name === 'createOperations' || name === 'refundOperations';
      const place = sent.method === 'GET' ? 'a=%5B%7B%22b%22%3A%5B1%5D%7D%5D' : '"a":[{"b":[1]}]';
      assert.equal(`${sent.url}${sent.text}`.includes(place), !isList);
    });
  }

  it('nests a field, and shares a list between two of them', async () => {
    const profile = at('operations.payToken.fields', {
      externalId: 'payments[0].ref',
      paymentId: 'payments[0].id',
    });
    const wallets = { 'wallet-a': { place: 'instrument.appleData' } };
    const { sent } = await callOnce(everyCall.payToken, '{"status":"paid"}', {
      profile: { ...profile, wallets },
    });
    const body = JSON.parse(sent.text) as Json;
    assert.deepEqual(body['instrument'], { appleData: '{"a":1}' });
    assert.deepEqual(body['payments'], [{ ref: 'o-1', id: '77' }]);
  });

  it('sends the token of a wallet that an entry adds, by its name and to its place', async () => {
    const entry = { name: 'invented_pay', place: 'instrument.token', token: 'object' } as const;
    const { sent } = await callOnce(
      async (client) => client.payToken({ ...payToken, wallet: 'wallet-c' }),
      '{"status":"paid"}',
      { profile: { wallets: { 'wallet-c': entry } } },
    );
    const { instrument, paytype } = JSON.parse(sent.text) as Json;
    assert.deepEqual([instrument, paytype], [{ token: { a: 1 } }, 'invented_pay']);
  });

  it('sends no token of a wallet that it does not have', async () => {
    const call = callOnce(
      async (client) => client.payToken({ ...payToken, wallet: 'wallet-c' }),
      '{"status":"paid"}',
    );
    await assert.rejects(call, { code: 'invalid_field', message: /no such wallet/ });
  });

  it('names the entry that a new wallet lacks', () => {
    const wallets = { 'wallet-c': { name: 'invented_pay', place: 'token' } };
    const message = /wallets\.wallet-c\.token/;
    assert.throws(() => defineProfile({ wallets }), { code: 'config_invalid', message });
  });

  it('takes no wallet whose name no tag has', () => {
    const wallets = { card: { name: 'card', place: 'token', token: 'string' } };
    const message = /wallets\.card/;
    assert.throws(() => defineProfile({ wallets }), {
      code: 'config_invalid',
      message,
    });
  });

  for (const carrier of ['session', 'payment', 'payToken'] as const) {
    it(`lets ${carrier} carry redirect_url, and no other call`, async () => {
      const fields = (name: string): object => ({
        fields: { redirectUrl: name === carrier ? 'redirect_url' : null },
      });
      const calls = ['session', 'payment', 'payToken'] as const;
      const operations = Object.fromEntries(calls.map((name) => [name, fields(name)]));
      for (const name of names) {
        const profile = defineProfile({ operations }, full);
        const { sent } = await callOnce(everyCall[name], JSON.stringify(answer), { profile });
        assert.equal(sent.text.includes('redirect_url'), name === carrier, name);
      }
    });
  }

  const written: readonly (readonly [string, string, unknown, OperationName, string])[] = [
    ['an amount as text', 'forms.amount', 'major-string', 'payment', '"amount":"199.90"'],
    ['an amount in minor units', 'forms.amount', 'minor-integer', 'payment', '"amount":19990'],
    ['the merchant as a number', 'forms.merchantId', 'number', 'session', '"merchant_id":17,'],
    [
      'a token as the JSON in it',
      'wallets.wallet-a.token',
      'object',
      'payToken',
      '"token":{"a":1}',
    ],
    ['a token in base64', 'wallets.wallet-a.token', 'base64', 'payToken', '"token":"eyJhIjoxfQ=="'],
    ['a form', 'operations.expire.encoding', 'form', 'expire', 'merchant_id=17&session_id=s-1'],
    ['a form with JSON', 'operations.refund.encoding', 'form', 'refund', 'operations=%5B%7B%22'],
  ];
  for (const [what, path, value, name, expected] of written) {
    it(`can want ${what}`, async () => {
      const profile = at(path, value);
      const { sent } = await callOnce(everyCall[name], JSON.stringify(answer), { profile });
      assert.ok(sent.text.includes(expected), sent.text);
      assert.equal(sent.signed, sent.text);
    });
  }

  const signedGets = { empty: '', query: 'a+b=1&c=%D0%B4', path: '/v1/balance?a+b=1&c=%D0%B4' };
  for (const [get, signed] of Object.entries(signedGets)) {
    it(`signs ${signed || 'the empty body'} of a GET`, async () => {
      const { sent } = await callOnce(
        async (client) => client.call('balance', { 'a b': 1, c: 'д' }),
        '{}',
        { profile: at('signing.get', get) },
      );
      assert.equal(sent.url, 'https://service.example/v1/balance?a+b=1&c=%D0%B4');
      assert.deepEqual([sent.text, sent.signed], ['', signed]);
    });
  }

  const session = '{"epoch": 1.0}';
  const wrapped: readonly (readonly [string, object, unknown])[] = [
    ['in a member', { path: 'data.session' }, { data: { session: { epoch: 1 } } }],
    ['as JSON in a string', { path: 'data', as: 'json-string' }, { data: session }],
    ['as JSON in base64', { path: 'data', as: 'base64-json' }, { data: btoa(session) }],
    ['as a whole answer that is a string', { as: 'json-string' }, session],
  ];
  for (const [where, merchantSession, body] of wrapped) {
    it(`finds the merchant session ${where}`, async () => {
      const profile = at('operations.validateMerchant.merchantSession', merchantSession);
      const call = callOnce(everyCall.validateMerchant, JSON.stringify(body), { profile });
      const { result } = await call;
      assert.ok(result instanceof Uint8Array);
      assert.deepEqual(JSON.parse(Buffer.from(result).toString()), { epoch: 1 });
      const lost = callOnce(everyCall.validateMerchant, '{"other":1}', { profile });
      await assert.rejects(lost, { code: 'service_answer_invalid' });
    });
  }

  it('takes new statuses, later than those that it has', () => {
    const { meaningOf, statusOrder } = defineProfile({ statuses: { toBePaid: 'pending' } });
    assert.deepEqual(
      [meaningOf('toBePaid'), meaningOf('paid'), meaningOf('constructor')],
      ['pending', 'paid', undefined],
    );
    assert.ok(statusOrder('toBePaid') > statusOrder('refunded'));
    assert.deepEqual([statusOrder(''), statusOrder('unknown')], [-1, Infinity]);
  });

  it('frees no order by an assumption', () => {
    assert.equal(defaultProfile.meaningOf('blocked'), 'pending');
  });

  it('says of each entry what it rests on', () => {
    const { basisOf } = defineProfile({ currencies: ['EUR'] });
    const bases = {
      'operations.payToken.path': 'documented',
      'operations.payToken.fields.sessionId': 'assumed',
      'operations.getStatus.fields.sessionId': 'observed',
      'operations.payToken.answer.acsUrl': 'documented',
      'statuses.blocked': 'assumed',
      currencies: 'configured',
    };
    for (const [path, basis] of Object.entries(bases)) assert.equal(basisOf(path), basis, path);
  });

  it('can be configured twice, from text', () => {
    const text = JSON.parse('{"$schema":"./profile.schema.json","currencies":["EUR"]}') as object;
    const profile = defineProfile({ signing: { encoding: 'hex' } }, defineProfile(text));
    assert.deepEqual([profile.currencies, profile.signing.encoding], [['EUR'], 'hex']);
  });

  it('is frozen, to its last list, and freezes nothing of its maker', () => {
    const currencies = ['UAH'];
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    assert.ok(isFrozen(defineProfile({ currencies })));
    assert.ok(isFrozen(defaultProfile));
    assert.ok(!Object.isFrozen(currencies));
  });

  it('follows no later change of what it was made of', () => {
    const inProgress: string[] = [];
    const profile = defineProfile({ errors: { inProgress } });
    inProgress.push('Bad');
    assert.deepEqual(profile.errors.inProgress, []);
  });

  const refused: readonly (readonly [string, object, string])[] = [
    ['an unknown entry', { pats: {} }, 'pats'],
    ['an unknown operation', { operations: { paytoken: {} } }, 'operations.paytoken'],
    [
      'a field that the operation does not have',
      { operations: { expire: { fields: { token: 't' } } } },
      'operations.expire.fields.token',
    ],
    ['text where a group should be', { forms: 'x' }, 'forms'],
    ['nothing', { forms: null }, 'forms'],
    ['the basis', { basis: {} }, 'basis'],
    ['a polluting name', JSON.parse('{"forms":{"__proto__":"x"}}') as object, '__proto__'],
    ['a relative path', at('operations.void.path', 'v1/void'), 'operations.void.path'],
    ['a path to elsewhere', at('operations.payToken.path', '@evil.example/'), 'payToken.path'],
    ['no path for a call of every payment', at('operations.payToken.path', null), 'payToken.path'],
    ['a header that is not a name', at('signing.header', 'x sign'), 'signing.header'],
    ['an unknown hash', at('signing.hash', 'MD5'), 'signing.hash'],
    ['SHA-1 without consent', at('signing.hash', 'SHA-1'), 'allowSha1'],
    [
      'a webhook with SHA-1 without consent',
      at('webhook.signatures', [{ header: 'x', hash: 'SHA-1', padding: 'PSS', encoding: 'hex' }]),
      'allowSha1',
    ],
    ['no signature of webhooks', at('webhook.signatures', []), 'webhook.signatures'],
    [
      'a part of a webhook signature',
      at('webhook.signatures', [{ header: 'x-sign' }]),
      'webhook.signatures[0]',
    ],
    ['an unknown meaning', at('statuses.paid', 'good'), 'statuses.paid'],
    ['an unknown form', at('forms.amount', 'float'), 'forms.amount'],
    ['a list where a name should be', at('operations.void.fields.sessionId', ['a']), 'sessionId'],
    ['a name where a list should be', at('errors.code', 'code'), 'errors.code'],
    ['a list of numbers', at('errors.code', [1]), 'errors.code[0]'],
    ['an empty code', at('errors.inProgress', ['x', '']), 'errors.inProgress[1]'],
    ['a place with a hole', at('errors.code', ['a..b']), 'errors.code[0]'],
    ['a long list in a request', at('operations.void.fields.sessionId', 'a[10].b'), 'sessionId'],
    ['an error as answer to a webhook', at('webhook.answer.status', 400), 'webhook.answer.status'],
    ['a body with 204', at('webhook.answer', { status: 204, body: 'x' }), 'webhook.answer.body'],
    ['a body with 205', at('webhook.answer', { status: 205, body: 'x' }), 'webhook.answer.body'],
    ['a session without a life', at('lifetimes.session', 0), 'lifetimes.session'],
    ['no currency', at('currencies', []), 'currencies'],
  ];
  for (const [what, overrides, path] of refused) {
    it(`refuses ${what}, and names it`, () => {
      assert.throws(
        () => defineProfile(overrides),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.code, 'config_invalid');
          assert.ok(error.message.includes(path), error.message);
          return true;
        },
      );
    });
  }

  for (const [outer, inner] of [
    ['part', 'part.amount'],
    ['part[0]', 'part.amount'],
    ['part.id', 'part[0]'],
  ] as const) {
    it(`sends nothing where ${inner} has no room beside ${outer}`, async () => {
      const fields = { sessionId: outer, amount: inner };
      const profile = defineProfile({ operations: { void: { fields } } });
      await assert.rejects(callOnce(everyCall.void, '{}', { profile }), {
        code: 'config_invalid',
        message: new RegExp(inner.replace('[0]', '')),
      });
    });
  }

  for (const name of ['session_id', 'merchant_id', 'paytype']) {
    it(`sends nothing where two fields of a body have the name ${name}`, async () => {
      const profile = at('wallets.wallet-a.place', name);
      await assert.rejects(callOnce(everyCall.payToken, '{}', { profile }), {
        code: 'config_invalid',
        message: new RegExp(name),
      });
    });
  }
});
