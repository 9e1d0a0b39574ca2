import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Answer, hashOf, mintToken, type Recipe, startRecipe, until } from './recipe.ts';

const totals = { 'A-1001': '199.90', 'A-1002': '45.00' } as const;
const [ann, bob] = ['token-of-ann', 'token-of-bob'];

describe('the server of an app', () => {
  let recipe: Recipe;
  before(async () => {
    recipe = await startRecipe('recipes/native-app');
  });
  after(async () => recipe[Symbol.asyncDispose]());

  interface Press {
    readonly order?: keyof typeof totals;
    readonly token: unknown;
    readonly user?: string;
    readonly key?: string;
    readonly amount?: string;
  }

  const press = async (options: Press): Promise<Answer> => {
    const { order = 'A-1001', token, user = ann, key = randomUUID(), ...more } = options;
    const shownAmount = { amount: more.amount ?? totals[order], currency: 'UAH' };
    const body = { order, wallet: 'wallet-b', token, shown: shownAmount };
    return recipe.call('POST', '/app/pay', { token: user, key, body });
  };
  const codesOf = (answers: readonly Answer[]): unknown[] =>
    answers.map(({ body }) => body['code']);

  it('sends nothing for an app that is not allowed, or says something wrong', async () => {
    const token = await mintToken();
    const answers = [
      await press({ token, user: '' }),
      await press({ token, user: bob }),
      await press({ token, key: '' }),
      await press({ token, amount: '1.00' }),
      await press({ token, amount: '1' }),
      await press({ token: { data: 'secret' } }),
      await recipe.call('POST', '/app/pay', { token: ann }),
    ];
    assert.deepEqual(codesOf(answers), [
      'login_or_key_missing',
      'order_not_found',
      'login_or_key_missing',
      'amount_mismatch',
      'amount_mismatch',
      'invalid_field',
      'missing_field',
    ]);
    assert.doesNotMatch(JSON.stringify(answers), /secret/);
    assert.equal(recipe.sentTokens('A-1001'), 0);
  });

  it('charges each order once, in its own amount, whatever a hostile app sends', async () => {
    recipe.service.scenario({ external_id: 'A-1001', bankCheck: 'always' });
    const tokens = [await mintToken(), await mintToken()] as const;
    const key = randomUUID();
    const answers = await Promise.all([
      press({ token: tokens[0], key }),
      press({ token: tokens[1] }),
      press({ token: tokens[0], key }),
      press({ token: tokens[1], amount: '1.00' }),
    ]);
    assert.equal(recipe.sentTokens('A-1001'), 1);
    // A call that is repeated before the answer has no page of the bank yet.
    const isSent = ({ status, body }: Answer): boolean => status === 200 && 'acs_url' in body;
    const { body } = answers.find(isSent) ?? assert.fail();
    assert.equal(body['outcome'], 'pending');
    const refusal = await press({ token: await mintToken() });
    assert.deepEqual([refusal.body['code'], refusal.body['outcome']], ['in_progress', 'pending']);
    assert.equal(refusal.body['acs_url'], body['acs_url']);

    await recipe.approve(body['acs_url']);
    const read = async (user = ann): Promise<Answer> =>
      recipe.call('GET', '/app/orders/A-1001', { token: user });
    await until(async () => (await read()).body['outcome'] === 'succeeded');
    assert.equal((await read(bob)).status, 404);

    const { sessions } = recipe.service.ledger();
    const [sent] = sessions.findLast((each) => each.external_id === 'A-1001')?.attempts ?? [];
    const spentToken = tokens.find((token) => hashOf(token) === sent?.token_sha256);
    const mine = { order: 'A-1002', user: bob } as const;
    const [token, ownKey] = [await mintToken(), randomUUID()];
    const more = [
      await press({ ...mine, token: spentToken }),
      await press({ ...mine, token, key: ownKey }),
      await press({ ...mine, token, key: ownKey }),
      await press({ ...mine, token }),
      await press({ ...mine, token: await mintToken(), key: ownKey }),
      await press({ token: await mintToken() }),
    ];
    assert.deepEqual(codesOf(more), [
      'token_reused',
      undefined,
      undefined,
      'already_paid',
      'idempotency_key_reused',
      'already_paid',
    ]);
    assert.deepEqual(recipe.charges('A-1001'), ['199.90']);
    assert.deepEqual(recipe.charges('A-1002'), ['45.00']);
    const counts = [recipe.sentTokens('A-1001'), recipe.sentTokens('A-1002')];
    assert.deepEqual(counts, [1, 1]);
  });
});
