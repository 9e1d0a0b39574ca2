/** `tokenizationSpecification`: for whom the token is made. */
import type { Members } from '../sheet/members.ts';
import { concat, fromBase64, fromHex, toBase64 } from '../tokens/bytes.ts';
import { dictionary, isText, object, oneOf, point } from './page-value.ts';
import { developerError } from './payments-error.ts';

export interface TokenRecipient {
  readonly tokenization: 'PAYMENT_GATEWAY' | 'DIRECT';
  /** `gateway:<gateway id>` or `merchant:<merchant id>`. */
  readonly recipientId: string;
  /** Undefined for a gateway that has other parameters, and for a merchant. */
  readonly gatewayMerchantId: string | undefined;
  /** Base64 SPKI of a merchant; undefined for a gateway. */
  readonly recipientKey: string | undefined;
}

const specification = dictionary({
  type: oneOf(['PAYMENT_GATEWAY', 'DIRECT']),
  parameters: object,
});
const ownKey = dictionary({ protocolVersion: oneOf(['ECv2']), publicKey: point });

/** What stands before a point of P-256 in its SPKI. */
const spkiHead = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
/** The provider's merchant of the environment TEST. */
const testMerchant = '12345678901234567890';

/** @param merchantId of the page's `merchantInfo` */
export function readRecipient(value: unknown, merchantId: unknown): TokenRecipient {
  const { type, parameters } = specification(value, 'tokenizationSpecification');
  return type === 'DIRECT' ? readMerchant(parameters, merchantId) : readGateway(parameters);
}

function readMerchant(parameters: Members, merchantId: unknown): TokenRecipient {
  const { publicKey } = ownKey(parameters, 'parameters');
  console.warn(
    'Wallet B of the sandbox: the token is encrypted for the key of the page (DIRECT). ' +
      'The sandbox’s service does not open it: that is for the backend that has the key.',
  );
  return {
    tokenization: 'DIRECT',
    recipientId: `merchant:${isText(merchantId) ? merchantId : testMerchant}`,
    gatewayMerchantId: undefined,
    recipientKey: toBase64(concat(fromHex(spkiHead), fromBase64(publicKey))),
  };
}

/** Some gateways have parameters of their own in place of gatewayMerchantId, so a missing one is only logged. */
function readGateway({ gateway, gatewayMerchantId }: Members): TokenRecipient {
  if (!isText(gateway)) throw developerError('PAYMENT_GATEWAY needs the parameter gateway.');
  const isNamed = isText(gatewayMerchantId);
  if (!isNamed) {
    const fault =
      gatewayMerchantId === undefined
        ? `the gateway "${gateway}" is given no gatewayMerchantId`
        : 'gatewayMerchantId is not a text: write it in quotes';
    console.warn(
      `Wallet B of the sandbox: ${fault}. ` +
        'The token has none either: only a gateway with parameters of its own takes it. ' +
        'If your gateway returns tokens of its own, set walletB.gatewayToken.',
    );
  }
  return {
    tokenization: 'PAYMENT_GATEWAY',
    recipientId: `gateway:${gateway}`,
    gatewayMerchantId: isNamed ? gatewayMerchantId : undefined,
    recipientKey: undefined,
  };
}
