import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type {
  OperationName,
  OperationProfile,
  ProfileOverrides,
  WebhookVersion,
} from '@wallet-buttons/protocol';
import { checkPayment, checkSuccess, readChange } from '../src/evidence.ts';
import {
  createServiceClient,
  defaultProfile,
  defineProfile,
  isSigned,
  type Profile,
  readEvidence,
  readWebhook,
  ServiceError,
} from '../src/index.ts';
import { utf8 } from '../src/operations.ts';
import { emptyAnswer } from '../testing/empty-answer.ts';
import { callOnce, everyCall, payToken } from './every-call.ts';

export type Json = Readonly<Record<string, unknown>>;
export const names = Object.keys(everyCall) as OperationName[];
const versions: readonly WebhookVersion[] = ['v1', 'v2', 'v3'];

/** Every value that a profile reads, where the default one has it. */
export const answer = {
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
export async function behaviourOf(profile: Profile, operationNames = names): Promise<string> {
  const observations: unknown[] = [];
  const options = {
    profile,
    baseUrls: { checkout: 'https://checkout.example', comfort: 'https://comfort.example' },
  };
  const calls = [...operationNames.map((name) => everyCall[name]), secondWallet];
  for (const body of answers) {
    for (const call of calls) {
      const exchange = callOnce(call, JSON.stringify(body), { ...options, signer: showing });
      observations.push(await exchange.catch(shownError));
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
    observations.push(shownError(error), codesOf(profile), successesOf(profile));
  }
  for (const version of versions) {
    for (const message of [answer, { id: 's', payments: items.slice(0, 1) }]) {
      observations.push(
        attempted(() => readWebhook(utf8(JSON.stringify(message)), profile, version)),
      );
    }
  }
  const headers = new Headers({ 'x-sign-v2': 'v2', 'x-moved': 'moved' });
  const verifier = {
    verify: async (...[, signature, scheme]: readonly unknown[]) => {
      observations.push(signature, scheme);
      return Promise.resolve(true);
    },
  };
  observations.push(await isSigned(headers, utf8('{}'), verifier, profile));
  for (const status of [...Object.keys(defaultProfile.statuses), 'new']) {
    observations.push([status, profile.meaningOf(status)]);
  }
  observations.push(contradictionsOf(profile));
  return hash('sha256', JSON.stringify(observations), 'hex');
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

/** Which statuses the status of the bank's transaction contradicts. */
function contradictionsOf(profile: Profile): readonly unknown[] {
  return ['APPROVED', 'REFUNDED'].flatMap((transactionStatus) =>
    ['paid', 'failed'].map((status) => {
      const result = { answer: { ...emptyAnswer, status, transactionStatus } };
      const subject = { sessionId: 's', order: 'o', paymentId: '' };
      return readEvidence('getStatus', result, subject, profile).kind;
    }),
  );
}

/** What the profile takes for a success. */
function successesOf(profile: Profile): readonly unknown[] {
  const input = { sessionId: 's', externalId: 'o', amount: { amount: '1.00', currency: 'UAH' } };
  const mismatches = ['session_id', 'external_id', 'amount', 'currency'].map((field) => ({
    [field]: 'x',
  }));
  const flags = [{ type: 'processing' }, { type: 'moved' }, { success: false }, { moved: false }];
  const changes = ['void', 'refund', 'completeHold', 'expire'] as const;
  return [
    ...mismatches.map((body) =>
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
export const full = defineProfile(named(defaultProfile.operations));

function named(operations: Profile['operations']): ProfileOverrides {
  const entries = names.map((name) => {
    const { path, fields }: OperationProfile = operations[name];
    const places = Object.entries(fields).map(([field, place], index) => [
      field,
      place ?? `named_${String(index)}`,
    ]);
    return [name, { path: path ?? '/v1/known', fields: Object.fromEntries(places) as object }];
  });
  return { operations: Object.fromEntries(entries) as object };
}

/** Another value that an entry may have. */
export function changed(path: string, value: unknown): unknown {
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
  if (path.startsWith('transactionStatuses.'))
    return value === 'approved' ? 'returned' : 'approved';
  if (path.startsWith('statuses.')) return value === 'failed' ? 'paid' : 'failed';
  if (Array.isArray(value) && !Array.isArray(others[last]))
    return [value.length > 0 ? 'moved' : 'id'];
  return others[last] ?? 'moved';
}

export function leavesOf(
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
export function at(path: string, value: unknown): ProfileOverrides {
  const override = path
    .split('.')
    .reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return override as ProfileOverrides;
}
