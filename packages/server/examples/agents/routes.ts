import { CodedError } from '@wallet-buttons/server';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import {
  cancelCheckout,
  changeItems,
  type Checkout,
  createCheckout,
  findCheckout,
  type Item,
} from './checkouts.ts';
import { complete, type Status, statusOf } from './complete.ts';

/** What differs between the protocols. The reading functions throw a `TypeError` for what they cannot read. */
export interface Protocol {
  readonly path: string;
  readonly update: 'put' | 'post';
  /** The HTTP status of a key that comes with other data. */
  readonly keyConflict: number;
  readonly readItems: (body: any) => readonly Item[];
  readonly readToken: (body: any) => string;
  readonly show: (checkout: Checkout, status: Status) => object;
  readonly refuse: (code: string, text: string) => object;
}

/** The agents that may call, by their tokens: from your own secrets, one for each. */
const agents = new Map(
  (process.env.AGENTS ?? '').split(' ').map((token) => [token, token.slice(0, 8)]),
);

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, text: string) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

export function checkoutRoutes(protocol: Protocol): Router {
  const { path, update, show } = protocol;
  const router = express.Router();
  const answer = async (response: Response, id: string, status = 200): Promise<void> => {
    const checkout = findCheckout(id);
    if (checkout) response.status(status).json(show(checkout, await statusOf(checkout)));
  };

  router.use(path, express.json());
  router.post(path, async (request, response) => {
    const id = createCheckout(agentOf(request), protocol.readItems(request.body));
    await answer(response, id, 201);
  });
  router.get(`${path}/:id`, async (request, response) => {
    await answer(response, ownCheckout(request).id);
  });
  router[update](`${path}/:id`, async (request, response) => {
    const { id } = ownCheckout(request);
    if (!changeItems(id, protocol.readItems(request.body))) {
      throw new Refusal(409, 'checkout_closed', 'Create another session for other items.');
    }
    await answer(response, id);
  });
  router.post(`${path}/:id/complete`, async (request, response) => {
    const checkout = ownCheckout(request);
    const key = request.get('idempotency-key');
    if (!key) throw new Refusal(400, 'idempotency_key_required', 'Send an Idempotency-Key.');
    if (!(await complete(checkout, protocol.readToken(request.body), key))) {
      throw new Refusal(409, 'checkout_canceled', 'The session was cancelled.');
    }
    await answer(response, checkout.id);
  });
  router.post(`${path}/:id/cancel`, async (request, response) => {
    const { id } = ownCheckout(request);
    if (!cancelCheckout(id)) {
      throw new Refusal(405, 'not_cancelable', 'It was cancelled before, or a payment was tried.');
    }
    await answer(response, id);
  });
  router.use(path, (error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    const { status, code, text } = refusalOf(error, protocol);
    const { retryAfter } =
      error instanceof CodedError ? (error.details as { retryAfter?: number }) : {};
    if (retryAfter !== undefined) response.set('retry-after', String(retryAfter));
    response.status(status).json(protocol.refuse(code, text));
  });
  return router;
}

function agentOf(request: Request): string {
  const agent = agents.get(request.get('authorization')?.replace('Bearer ', '') ?? '');
  if (agent === undefined) throw new Refusal(401, 'unauthorized', 'The token is unknown.');
  return agent;
}

/** The session of the caller: that of another agent does not exist. */
function ownCheckout(request: Request): Checkout {
  const checkout = findCheckout(String(request.params.id));
  if (checkout?.agent !== agentOf(request))
    throw new Refusal(404, 'not_found', 'There is no such session.');
  return checkout;
}

function refusalOf(error: unknown, { keyConflict }: Protocol) {
  if (error instanceof Refusal)
    return { status: error.status, code: error.code, text: error.message };
  if (error instanceof TypeError || error instanceof SyntaxError) {
    return { status: 400, code: 'invalid', text: 'The body is not as the protocol has it.' };
  }
  if (!(error instanceof CodedError)) return { status: 500, code: 'internal', text: 'It failed.' };
  const { code, status, suggestion: text } = error;
  if (code === 'idempotency_key_reused')
    return { status: keyConflict, code: 'idempotency_conflict', text };
  return { status, code, text };
}
