import type { Check } from '../check.ts';
import { expect } from '../finding.ts';
import type { Shop } from '../shop.ts';
import type { Answer } from '../answer.ts';

/** Where wallet A sends a page. */
export const gateway = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';

/** Where a merchant session must never be asked for. */
const foreign = [
  'https://attacker.example/startSession',
  'https://apple-pay-gateway.apple.com.attacker.example/startSession',
  'https://apple-pay-gateway.apple.com@attacker.example/startSession',
  'http://apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://attacker-apple.com/paymentservices/startSession',
  'https://attacker.example/?apple-pay-gateway.apple.com/paymentservices/startSession',
  // Parsers disagree about the host of such a URL, and about a user before it.
  'https://attacker.example\\@apple-pay-gateway.apple.com/paymentservices/startSession',
  'https://attacker.example@apple-pay-gateway.apple.com/paymentservices/startSession',
  'startSession at apple-pay-gateway.apple.com',
  'https://apple-pay-gateway.apple.com:8443/paymentservices/startSession',
  'https://127.0.0.1/startSession',
  'javascript:alert(1)',
];

/** A sheet of wallet A opens. */
export async function validate(
  shop: Shop,
  validationUrl = gateway,
  domain?: string,
): Promise<Answer> {
  return shop.post('/validate-merchant', {
    order: shop.order,
    validation_url: validationUrl,
    domain: domain ?? shop.subject.domain,
  });
}

/** A backend that refuses everything keeps no promise by it. */
async function expectValid(shop: Shop): Promise<void> {
  const { status, seen } = await validate(shop);
  expect(status === 200, `the own domain at the right address: ${seen}`);
}

/** Whether a profile lets the service wrap the session: it is a member then, or a text in base64. */
function isPartOf(session: string, answer: string): boolean {
  const texts: string[] = [];
  JSON.parse(answer, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value, Buffer.from(value, 'base64').toString());
    return value;
  });
  return texts.includes(session);
}

/** `POST {backend}/validate-merchant`. */
export const merchantValidation: readonly Check[] = [
  {
    id: 'validate.bytes',
    promise: 'answers with the merchant session, byte for byte what the service gave',
    cost: 'wallet A refuses a session that was rewritten: its sheet closes at once',
    async run(shop) {
      const answer = await validate(shop);
      expect(answer.status === 200, answer.seen);
      const serviceAnswer = shop.ownCalls('validateMerchant').at(-1)?.answerBody;
      expect(typeof serviceAnswer === 'string', 'the service was not asked for a merchant session');
      const isUnchanged = answer.text === serviceAnswer || isPartOf(answer.text, serviceAnswer);
      expect(isUnchanged, 'the text differs from what the service answered');
    },
  },
  {
    id: 'validate.fresh',
    promise: 'asks for another merchant session each time',
    cost: 'a session is used once: the second sheet of a payer closes at once',
    async run(shop) {
      const [first, second] = [await validate(shop), await validate(shop)];
      expect(second.status === 200, second.seen);
      expect(first.text !== second.text, 'the second answer is the first one again');
    },
  },
  {
    id: 'validate.foreign-url',
    promise: 'refuses a validation_url of another host',
    cost: 'an attacker has your server and your key call an address of their choice',
    async run(shop) {
      await expectValid(shop);
      for (const url of foreign) {
        const answer = await validate(shop, url);
        expect(answer.status >= 400 && answer.status < 500, `${url}: ${answer.seen}`);
        const isSent = shop.ownCalls('validateMerchant').some(({ body }) => body.includes(url));
        expect(!isSent, `${url} was passed on to the service`);
      }
    },
  },
  {
    id: 'validate.foreign-domain',
    promise: 'never passes on the domain of another site',
    cost: 'another site opens sheets in your name',
    async run(shop) {
      await expectValid(shop);
      await validate(shop, gateway, 'attacker.example');
      const isSent = shop
        .ownCalls('validateMerchant')
        .some(({ body }) => body.includes('attacker'));
      expect(!isSent, 'the domain attacker.example was passed on to the service');
    },
  },
];
