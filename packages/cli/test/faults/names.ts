import { type Faults, inHead, option, replaced } from './fault.ts';

const production = { options: { '--environment': 'PRODUCTION' } } as const;

/** Values that are another account's, another environment's, or the guide's. */
export const nameFaults: Faults = {
  'b.same': {
    fail: {
      'another merchant id on the tag': replaced('BCR2DN7Q5Z', 'BCR2DNOTHER'),
      'another merchant id in the options': option('--wallet-b-id', 'BCR2DNOTHER'),
      'the id of the gateway as the merchant id': replaced('"BCR2DN7Q5Z"', '"4711"'),
    },
  },
  'env.mix': {
    fail: {
      'TEST on the live page': {
        ...replaced('PRODUCTION', 'TEST'),
        options: { '--environment': null },
      },
      'TEST on the tag and PRODUCTION in the options': replaced('PRODUCTION', 'TEST'),
      'PRODUCTION on the tag and TEST in the options': option('--environment', 'TEST'),
    },
    warn: {
      'no environment on the tag': {
        ...replaced(' environment="PRODUCTION"'),
        options: { '--environment': null },
      },
      'no environment on the tag and PRODUCTION in the options': replaced(
        ' environment="PRODUCTION"',
      ),
    },
  },
  'env.example': {
    fail: {
      "the guide's gateway": replaced('"paygate"', '"examplegateway"'),
      "the guide's gateway, where only the tag names PRODUCTION": {
        ...replaced('"paygate"', '"examplegateway"'),
        options: { '--environment': null },
      },
      "the guide's merchant id of the gateway": replaced('id="4711"', 'id="exampleMerchant"'),
      "Google's example of the merchant id of the gateway": replaced(
        'id="4711"',
        'id="exampleGatewayMerchantId"',
      ),
      "the sandbox's merchant id of the gateway": replaced('id="4711"', 'id="shop-1"'),
      "the guide's merchant id of wallet B": replaced('BCR2DN7Q5Z', 'BCR2DN0123456789'),
      "Google's example of the merchant id": replaced('BCR2DN7Q5Z', '12345678901234567890'),
      "the guide's merchant id of wallet B in the options": option(
        '--wallet-b-id',
        'BCR2DN0123456789',
      ),
      "the guide's merchant id of wallet A": option('--wallet-a-id', 'merchant.example.shop'),
      "the README's merchant id of wallet A": option('--wallet-a-id', 'merchant.ua.example'),
      "the sandbox's merchant id at the service": option('--merchant-id', 'shop-1'),
      'the sandbox as the service': option('--service', 'http://127.0.0.1:9'),
      "the guide's ids without a page": {
        options: { ...production.options, url: null, '--merchant-id': 'shop-1' },
      },
      'the stand-in of wallet B': inHead(
        '<script src="http://127.0.0.1:4010/wallet-b.js"></script>',
      ),
      'the stand-in of wallet A on the shop itself': inHead('<script src="/wallet-a.js"></script>'),
      'a stand-in with a query': inHead(
        "<script async src='https://sandbox.levada.ua/wallet-b.js?v=2'></script>",
      ),
    },
  },
  'a.merchant': {
    warn: {
      'no merchant id of wallet A': option('--wallet-a-id', 'levada'),
    },
  },
  'b.id': {
    warn: {
      'no merchant id of wallet B': option('--wallet-b-id', '4711'),
    },
  },
  'b.swap': {
    fail: {
      'one id for both wallets': {
        options: { '--wallet-a-id': 'merchant.ua.levada', '--wallet-b-id': 'merchant.ua.levada' },
      },
    },
  },
  'a.domain': {
    warn: {
      'a domain that is not registered': replaced(
        '<wallet-a-button',
        '<wallet-a-button merchant-domain="pay.levada.ua"',
      ),
    },
  },
};
