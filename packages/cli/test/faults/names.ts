import { type Fault, without } from './fault.ts';

const production = { options: { '--environment': 'PRODUCTION' } } as const;
const id = (name: string, value: string) => ({ options: { [name]: value } });
const standIn = (html: string) => ({
  html: without('</head>', `${html}</head>`),
});

/** Values that are another account's, another environment's, or the guide's. */
export const nameFaults: readonly Fault[] = [
  [
    'b.same',
    'fail',
    'another merchant id on the tag',
    { html: without('BCR2DN7Q5Z', 'BCR2DNOTHER') },
  ],
  ['b.same', 'fail', 'another merchant id in the options', id('--wallet-b-id', 'BCR2DNOTHER')],
  [
    'b.same',
    'fail',
    'the id of the gateway as the merchant id',
    { html: without('"BCR2DN7Q5Z"', '"4711"') },
  ],
  [
    'env.mix',
    'fail',
    'TEST on the live page',
    { html: without('PRODUCTION', 'TEST'), options: { '--environment': null } },
  ],
  [
    'env.mix',
    'fail',
    'TEST on the tag and PRODUCTION in the options',
    { html: without('PRODUCTION', 'TEST') },
  ],
  ['env.mix', 'fail', 'PRODUCTION on the tag and TEST in the options', id('--environment', 'TEST')],
  [
    'env.mix',
    'warn',
    'no environment on the tag',
    { html: without(' environment="PRODUCTION"'), options: { '--environment': null } },
  ],
  [
    'env.mix',
    'warn',
    'no environment on the tag and PRODUCTION in the options',
    { html: without(' environment="PRODUCTION"') },
  ],
  [
    'env.example',
    'fail',
    "the guide's gateway",
    { html: without('"paygate"', '"examplegateway"') },
  ],
  [
    'env.example',
    'fail',
    "the guide's gateway, where only the tag names PRODUCTION",
    { html: without('"paygate"', '"examplegateway"'), options: { '--environment': null } },
  ],
  [
    'env.example',
    'fail',
    "the guide's merchant id of the gateway",
    { html: without('id="4711"', 'id="exampleMerchant"') },
  ],
  [
    'env.example',
    'fail',
    "Google's example of the merchant id of the gateway",
    { html: without('id="4711"', 'id="exampleGatewayMerchantId"') },
  ],
  [
    'env.example',
    'fail',
    "the sandbox's merchant id of the gateway",
    { html: without('id="4711"', 'id="shop-1"') },
  ],
  [
    'env.example',
    'fail',
    "the guide's merchant id of wallet B",
    { html: without('BCR2DN7Q5Z', 'BCR2DN0123456789') },
  ],
  [
    'env.example',
    'fail',
    "Google's example of the merchant id",
    { html: without('BCR2DN7Q5Z', '12345678901234567890') },
  ],
  [
    'env.example',
    'fail',
    "the guide's merchant id of wallet B in the options",
    id('--wallet-b-id', 'BCR2DN0123456789'),
  ],
  [
    'env.example',
    'fail',
    "the guide's merchant id of wallet A",
    id('--wallet-a-id', 'merchant.example.shop'),
  ],
  [
    'env.example',
    'fail',
    "the README's merchant id of wallet A",
    id('--wallet-a-id', 'merchant.ua.example'),
  ],
  [
    'env.example',
    'fail',
    "the sandbox's merchant id at the service",
    id('--merchant-id', 'shop-1'),
  ],
  ['env.example', 'fail', 'the sandbox as the service', id('--service', 'http://127.0.0.1:9')],
  [
    'env.example',
    'fail',
    "the guide's ids without a page",
    { options: { ...production.options, url: null, '--merchant-id': 'shop-1' } },
  ],
  [
    'env.example',
    'fail',
    'the stand-in of wallet B',
    standIn('<script src="http://127.0.0.1:4010/wallet-b.js"></script>'),
  ],
  [
    'env.example',
    'fail',
    'the stand-in of wallet A on the shop itself',
    standIn('<script src="/wallet-a.js"></script>'),
  ],
  [
    'env.example',
    'fail',
    'a stand-in with a query',
    standIn("<script async src='https://sandbox.levada.ua/wallet-b.js?v=2'></script>"),
  ],
  ['a.merchant', 'warn', 'no merchant id of wallet A', id('--wallet-a-id', 'levada')],
  ['b.id', 'warn', 'no merchant id of wallet B', id('--wallet-b-id', '4711')],
  [
    'b.swap',
    'fail',
    'one id for both wallets',
    { options: { '--wallet-a-id': 'merchant.ua.levada', '--wallet-b-id': 'merchant.ua.levada' } },
  ],
  [
    'a.domain',
    'warn',
    'a domain that is not registered',
    { html: without('<wallet-a-button', '<wallet-a-button merchant-domain="pay.levada.ua"') },
  ],
];
