import { randomUUID } from 'node:crypto';
import { expectOutcome } from '../answer.ts';
import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import { gateway, validate } from './merchant-validation.ts';
import { right } from './requests.ts';

const cost = 'a stranger who guesses the reference of an order sees it, or pays it';

/** A backend that pays only for payers that it knows refuses everybody else. */
export const access: readonly Check[] = [
  {
    id: 'access.status',
    promise: 'refuses to tell the status of an order without the headers of its payer',
    cost,
    needs: 'headers',
    async run(shop) {
      expectOutcome(await shop.payDecided(), 'succeeded');
      const { status, seen } = await shop.postAsStranger('/status', { order: shop.order });
      expect(status >= 400 && status < 500, seen);
    },
  },
  {
    id: 'access.pay-token',
    promise: 'pays no order for a request without the headers of its payer',
    cost,
    needs: 'headers',
    async run(shop) {
      const { status, seen } = await shop.postAsStranger(
        '/pay-token',
        await right(shop),
        randomUUID(),
      );
      expect(status >= 400 && status < 500, seen);
      shop.expectCharges(0);
      expectOutcome(await shop.payDecided(), 'succeeded');
    },
  },
  {
    id: 'access.prepare',
    promise: 'opens no session for a request without the headers of its payer',
    cost: 'a stranger opens sessions without end',
    needs: 'headers',
    async run(shop) {
      const { status, seen } = await shop.postAsStranger('/prepare', { order: shop.order });
      expect(status >= 400 && status < 500, seen);
      expect(shop.sessions().length === 0, 'a session was opened');
      expectOutcome(await shop.payDecided(), 'succeeded');
    },
  },
  {
    id: 'access.validate-merchant',
    promise: 'gives no merchant session to a request without the headers of its payer',
    cost: 'another site opens sheets in your name',
    needs: 'headers',
    async run(shop) {
      const { status, seen } = await shop.postAsStranger('/validate-merchant', {
        order: shop.order,
        validation_url: gateway,
        domain: shop.subject.domain,
      });
      expect(status >= 400 && status < 500, seen);
      const answer = await validate(shop);
      expect(answer.status === 200, `with the headers: ${answer.seen}`);
    },
  },
];
