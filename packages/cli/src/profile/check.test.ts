import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import {
  createServiceClient,
  defineProfile,
  type ProfileOverrides,
  type RecordedCall,
  type ServiceClient,
} from '@wallet-buttons/service-client';
import { jsonFrom, type Run, run } from '../../test/run.ts';
import type { Evidence } from './evidence.ts';

/** Records real calls of a client whose service gives this answer, and checks the recording. */
async function checked(
  answer: object,
  call: (client: ServiceClient) => Promise<unknown>,
  ...args: readonly string[]
): Promise<{
  readonly ran: Run;
  readonly evidenceAt: (path: string) => Evidence | undefined;
  readonly place: string;
}> {
  const calls: RecordedCall[] = [];
  const client = createServiceClient({
    baseUrl: 'https://service.example',
    merchantId: '17',
    signer: { sign: async () => Promise.resolve('signature') },
    statusRetries: 0,
    record: (recordedCall) => void calls.push(recordedCall),
    fetch: async () => Promise.resolve(Response.json(answer)),
  });
  await call(client).catch(() => null);
  const place = temporaryFolder();
  const recording = join(place, 'recording.json');
  await writeFile(recording, JSON.stringify(calls));
  const ran = await run(
    'profile',
    'check',
    recording,
    '--json',
    ...args.map((arg) => arg.replace('{place}', place)),
  );
  const evidence = jsonFrom(ran)['evidence'] as readonly Evidence[];
  return { ran, place, evidenceAt: (path) => evidence.find((each) => each.path === path) };
}

const getStatus = async (client: ServiceClient): Promise<unknown> =>
  client.getStatus({ sessionId: 's-1' });
const pay = async (client: ServiceClient): Promise<unknown> =>
  client.payToken({
    sessionId: 's-1',
    wallet: 'wallet-b',
    token: 'token',
    redirectUrl: 'https://shop.example/return',
  });

describe('profile check', () => {
  it('confirms a guess whose value is in its place', async () => {
    const { evidenceAt, ran } = await checked({ status: 'paid', external_id: 'o-1' }, getStatus);
    assert.equal(evidenceAt('operations.getStatus.answer.externalId')?.result, 'confirmed');
    assert.equal(ran.code, 0);
  });

  it('leaves open what no answer shows', async () => {
    const { evidenceAt } = await checked({ status: 'paid' }, getStatus);
    assert.equal(evidenceAt('operations.getStatus.answer.refundedAmount')?.result, 'open');
    assert.equal(evidenceAt('operations.payToken.answer.status')?.result, 'open');
    assert.equal(evidenceAt('signing.get')?.result, 'open');
  });

  it('contradicts a guess whose value is elsewhere, and writes the right place', async () => {
    const answer = { data: { status: 'paid' } };
    const { evidenceAt, ran, place } = await checked(answer, pay, '--out', '{place}/profile.json');
    assert.equal(ran.code, 1);
    assert.deepEqual(evidenceAt('operations.payToken.answer.status')?.value, ['data.status']);
    const overrides = JSON.parse(
      await readFile(join(place, 'profile.json'), 'utf8'),
    ) as ProfileOverrides;
    const profile = defineProfile(overrides);
    assert.deepEqual(profile.operations.payToken.answer.status, ['data.status']);
    assert.equal(profile.basisOf('operations.payToken.answer.status'), 'configured');
  });

  it('finds a status that the profile does not have', async () => {
    const { evidenceAt, ran } = await checked({ status: 'on_review' }, getStatus);
    assert.equal(evidenceAt('statuses.on_review')?.result, 'contradicted');
    assert.equal(ran.code, 1);
  });

  it('says that one status occurs, and not what it means', async () => {
    const { evidenceAt } = await checked({ status: 'blocked' }, getStatus);
    assert.match(evidenceAt('statuses.blocked')?.seen ?? '', /does not show/);
    assert.equal(evidenceAt('statuses.blocked')?.value, undefined);
  });

  it('ends with 2 for a file that is no recording', async () => {
    const file = join(temporaryFolder(), 'recording.json');
    for (const text of ['{}', '[{"operation":"unknown","status":200}]', 'text']) {
      await writeFile(file, text);
      assert.equal((await run('profile', 'check', file)).code, 2);
    }
  });

  it('looks at the upper levels of an answer that is nested without end', async () => {
    const file = join(temporaryFolder(), 'recording.json');
    const answer = `${'{"":'.repeat(4000)}1${'}'.repeat(4000)}`;
    await writeFile(file, `[{"operation":"payToken","status":200,"answer":${answer}}]`);
    assert.equal((await run('profile', 'check', file)).code, 0);
  });

  it('leaves a currency without a code of ISO 4217 to a correction by hand', async () => {
    const answer = { status: 'paid', amount: '199.90', currency: 'hryvnia' };
    const { ran, evidenceAt, place } = await checked(
      answer,
      getStatus,
      '--out',
      '{place}/new.json',
    );
    assert.equal(ran.code, 1, ran.err);
    assert.equal(evidenceAt('currencies')?.result, 'contradicted');
    const overrides = JSON.parse(await readFile(join(place, 'new.json'), 'utf8')) as object;
    assert.ok(!('currencies' in overrides));
  });
});
