import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type Answer, hashOf, mintToken, type Recipe, startRecipe, until } from './recipe.ts';

const [agent, other] = ['agent-1-of-a-platform', 'agent-2-of-a-platform'];

/** The words of a protocol, and how an agent writes its calls. */
interface Protocol {
  readonly name: string;
  readonly path: string;
  readonly update: string;
  readonly ready: string;
  readonly keyConflict: number;
  readonly items: (id: string, quantity: unknown) => object;
  readonly payment: (token: unknown) => object;
}

const protocols: readonly Protocol[] = [
  {
    name: 'UCP',
    path: '/checkout-sessions',
    update: 'PUT',
    keyConflict: 409,
    ready: 'ready_for_complete',
    // An agent may write a price of its own.
    items: (id, quantity) => ({ line_items: [{ item: { id, price: 1 }, quantity }] }),
    payment: (token) => {
      const credential = { type: 'PAYMENT_GATEWAY', token };
      const instrument = { id: 'pi', handler_id: 'gpay', type: 'card', selected: true, credential };
      return { payment: { instruments: [instrument] }, totals: [{ type: 'total', amount: 1 }] };
    },
  },
  {
    name: 'ACP',
    path: '/checkout_sessions',
    update: 'POST',
    keyConflict: 422,
    ready: 'ready_for_payment',
    items: (id, quantity) => ({ items: [{ id, quantity, price: 1 }] }),
    payment: (token) => {
      const credential = { type: 'wallet_token', token };
      const instrument = { type: 'wallet_token', credential };
      return { payment_data: { handler_id: 'gpay', instrument }, amount: 1 };
    },
  },
];

/** An agent of a protocol at the shop of the recipe. */
function agentAt({ call }: Recipe, { path, update, items, payment }: Protocol, token = agent) {
  return {
    create: async (id: string, quantity: unknown = 1): Promise<Answer> =>
      call('POST', path, { token, body: items(id, quantity) }),
    change: async (session: string, id: string, quantity = 1): Promise<Answer> =>
      call(update, `${path}/${session}`, { token, body: items(id, quantity) }),
    retrieve: async (session: string): Promise<Answer> =>
      call('GET', `${path}/${session}`, { token }),
    complete: async (
      session: string,
      walletToken: unknown,
      key: string = randomUUID(),
    ): Promise<Answer> =>
      call('POST', `${path}/${session}/complete`, { token, key, body: payment(walletToken) }),
    cancel: async (session: string): Promise<Answer> =>
      call('POST', `${path}/${session}/cancel`, { token }),
  };
}

const totalOf = ({ body }: Answer): unknown =>
  (body['totals'] as readonly { readonly amount: unknown }[])[0]?.amount;

/** Waits for a status, which a webhook brings. */
async function reach(status: string, read: () => Promise<Answer>): Promise<void> {
  await until(async () => (await read()).body['status'] === status);
}

describe('at the shop of the recipe', () => {
  let recipe: Recipe;
  before(async () => {
    recipe = await startRecipe('recipes/agents', { AGENTS: `${agent} ${other}` });
  });
  after(async () => recipe[Symbol.asyncDispose]());

  for (const protocol of protocols) {
    const { name, path, ready, keyConflict } = protocol;

    describe(`the calls of a hostile agent by ${name}`, () => {
      it('leave one charge of the right amount for each session', async () => {
        const hostile = agentAt(recipe, protocol);
        const creation = await hostile.create('honey');
        const session = String(creation.body['id']);
        assert.deepEqual([creation.status, creation.body['status']], [201, ready]);
        assert.equal(totalOf(await hostile.change(session, 'honey')), 19_990);

        const tokens = [await mintToken(), await mintToken(), await mintToken()] as const;
        const key: string = randomUUID();
        const attempts = await Promise.all([
          hostile.complete(session, tokens[0], key),
          hostile.complete(session, tokens[1]),
          hostile.complete(session, tokens[0], key),
          hostile.complete(session, tokens[2], randomUUID()),
        ]);
        assert.ok(attempts.every(({ status }) => status === 200));
        await reach('completed', async () => hostile.retrieve(session));
        assert.equal(recipe.sentTokens(session), 1);

        const { sessions } = recipe.service.ledger();
        const [sent] = sessions.findLast((each) => each.external_id === session)?.attempts ?? [];
        const spentToken = tokens.find((token) => hashOf(token) === sent?.token_sha256);
        const repeat = await hostile.complete(session, await mintToken());
        assert.deepEqual([repeat.status, repeat.body['status']], [200, 'completed']);
        assert.equal((await hostile.change(session, 'honey', 9)).status, 409);
        assert.equal((await hostile.cancel(session)).status, 405);

        const second = String((await hostile.create('seeds')).body['id']);
        const reuse = await hostile.complete(second, spentToken);
        assert.deepEqual([reuse.status, reuse.body['code']], [409, 'token_reused']);
        const [token, secondKey] = [await mintToken(), randomUUID()];
        await hostile.complete(second, token, secondKey);
        await hostile.complete(second, token, secondKey);
        await hostile.complete(second, token);
        const conflict = await hostile.complete(second, await mintToken(), secondKey);
        assert.equal(conflict.status, keyConflict);

        assert.deepEqual(recipe.charges(session), ['199.90']);
        assert.deepEqual(recipe.charges(second), ['45.00']);
        assert.equal(recipe.sentTokens(second), 1);
      });

      it('cannot pay an open session by the endpoints of a page, and fill it afterwards', async () => {
        const hostile = agentAt(recipe, protocol);
        const session = String((await hostile.create('seeds')).body['id']);
        const shownAmount = { amount: '45.00', currency: 'UAH' };
        const body = {
          order: session,
          wallet: 'wallet-b',
          token: await mintToken(),
          shown: shownAmount,
        };
        const answer = await recipe.call('POST', '/wallet/pay-token', { body });
        assert.deepEqual([answer.status, answer.body['code']], [404, 'order_not_found']);
        assert.equal(recipe.sentTokens(session), 0);
      });

      it('do not reach the session of another agent', async () => {
        const session = String((await agentAt(recipe, protocol).create('honey')).body['id']);
        const stranger = agentAt(recipe, protocol, other);
        const unknown = agentAt(recipe, protocol, 'unknown');
        assert.equal((await stranger.retrieve(session)).status, 404);
        assert.equal((await stranger.complete(session, await mintToken())).status, 404);
        assert.equal((await stranger.cancel(session)).status, 404);
        assert.equal((await unknown.create('honey')).status, 401);
        assert.equal(recipe.sentTokens(session), 0);
      });

      it('are refused if they are malformed, and nothing is sent', async () => {
        const hostile = agentAt(recipe, protocol);
        const session = String((await hostile.create('honey')).body['id']);
        const answers = [
          await hostile.create('honey', -1),
          await hostile.create('honey', 0.5),
          await hostile.create('honey', '1'),
          await hostile.create('constructor'),
          await recipe.call('POST', path, { token: agent, body: {} }),
          await hostile.complete(session, { secret: 1 }),
          await hostile.complete(session, await mintToken(), ''),
          await recipe.call('POST', `${path}/${session}/complete`, { token: agent, body: {} }),
        ];
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]));
        assert.equal(recipe.sentTokens(session), 0);
      });

      it('are limited for one session', async () => {
        const hostile = agentAt(recipe, protocol);
        const session = String((await hostile.create('honey')).body['id']);
        recipe.service.scenario({ external_id: session, result: 'failed', bankCheck: 'never' });
        for (let index = 0; index < 10; index += 1)
          await hostile.complete(session, await mintToken());
        const { status, headers } = await hostile.complete(session, await mintToken());
        assert.equal(status, 429);
        assert.ok(Number(headers.get('retry-after')) > 0);
        assert.deepEqual(recipe.charges(session), []);
      });
    });

    describe(`a session by ${name}`, () => {
      it('is escalated to the bank, and completed once the payer has approved there', async () => {
        const buyer = agentAt(recipe, protocol);
        const session = String((await buyer.create('honey')).body['id']);
        recipe.service.scenario({ external_id: session, bankCheck: 'always' });
        const { body } = await buyer.complete(session, await mintToken());
        assert.equal(body['status'], 'requires_escalation');
        const repeat = await buyer.complete(session, await mintToken());
        assert.deepEqual(repeat.body, body);
        assert.deepEqual((await buyer.retrieve(session)).body, body);
        await recipe.approve(body['continue_url']);
        await reach('completed', async () => buyer.retrieve(session));
        assert.equal((await buyer.retrieve(session)).body['continue_url'], undefined);
        assert.deepEqual(recipe.charges(session), ['199.90']);
        assert.equal(recipe.sentTokens(session), 1);
      });

      it('stays in progress without an answer of the service, whatever the agent sends, until the outcome comes', async () => {
        const buyer = agentAt(recipe, protocol);
        const session = String((await buyer.create('honey')).body['id']);
        recipe.service.scenario({
          external_id: session,
          answer: 'cut',
          webhook: 'never',
          statusAnswer: 'cut',
        });
        const [token, key] = [await mintToken(), randomUUID()];
        for (const idempotencyKey of [key, key, randomUUID()]) {
          const { body } = await buyer.complete(session, token, idempotencyKey);
          assert.equal(body['status'], 'complete_in_progress');
        }
        const { body } = await buyer.complete(session, await mintToken());
        assert.equal(body['status'], 'complete_in_progress');
        recipe.service.scenario({ external_id: session });
        await recipe.service.webhook({ external_id: session, version: 'v1' });
        await reach('completed', async () => buyer.retrieve(session));
        assert.deepEqual(recipe.charges(session), ['199.90']);
        assert.equal(recipe.sentTokens(session), 1);
      });

      it('can be paid with another instrument after a decline', async () => {
        const buyer = agentAt(recipe, protocol);
        const session = String((await buyer.create('honey')).body['id']);
        recipe.service.scenario({ external_id: session, result: 'failed', bankCheck: 'never' });
        const refusal = await buyer.complete(session, await mintToken());
        assert.equal(refusal.body['status'], ready);
        assert.equal((refusal.body['messages'] as readonly unknown[]).length, 1);
        recipe.service.scenario({ external_id: session });
        await buyer.complete(session, await mintToken());
        await reach('completed', async () => buyer.retrieve(session));
        assert.deepEqual(recipe.charges(session), ['199.90']);
      });

      it('that is cancelled is not paid', async () => {
        const buyer = agentAt(recipe, protocol);
        const session = String((await buyer.create('honey')).body['id']);
        assert.equal((await buyer.cancel(session)).body['status'], 'canceled');
        assert.equal((await buyer.complete(session, await mintToken())).status, 409);
        assert.equal((await buyer.cancel(session)).status, 405);
        assert.equal(recipe.sentTokens(session), 0);
      });
    });
  }
});
