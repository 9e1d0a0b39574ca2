/** The token in a request: read from the profile’s place, and opened like the wallet’s processor does. */
import { createHash } from 'node:crypto';
import { testCards, type TestCard } from '../../cards.ts';
import {
  type OpenedToken,
  openPlainToken,
  openToken,
  sandboxKeys,
  TokenError,
} from '../../tokens/index.ts';
import type { Session } from '../control-api.ts';
import { minorOf } from '../ledger/session-amounts.ts';
import type { Service } from '../service.ts';
import { tokenField, type WalletProfile, type WireProfile } from '../wire/profile.ts';
import { processingRefusal, type Refusal, validationRefusal } from '../wire/refusal.ts';
import type { Members } from '../wire/wire.ts';

/** A token as the wallet gave it. */
export interface PaymentToken {
  /** The tags' name of the wallet, and the service's own. */
  readonly wallet: string;
  readonly name: string;
  readonly text: string;
}

/**
 * The token and its wallet: by the wallet’s name, by its field, or by its own members.
 *
 * @throws Refusal of type `validation` if it is not written in the profile’s form
 */
export function readPaymentToken(
  fields: Members,
  { wallets, operations }: WireProfile,
): PaymentToken {
  const [wallet, profile] = walletOf(fields, wallets);
  const tokenValue = fields[tokenField(wallet)];
  if (tokenValue === undefined) throw wrong('Invalid input: expected string, received undefined');
  const { name, token: form } = profile;
  const value =
    form === 'object' && operations.payToken.encoding === 'form' ? json(tokenValue) : tokenValue;
  if ((typeof value === 'string') !== (form !== 'object')) {
    throw wrong(`Invalid input: the token of ${wallet} is written as ${form}`);
  }
  if (typeof value !== 'string') return { wallet, name, text: JSON.stringify(value) };
  if (form !== 'base64') return { wallet, name, text: value };
  const text = Buffer.from(value, 'base64').toString('utf8');
  if (Buffer.from(text).toString('base64') === value) return { wallet, name, text };
  throw wrong(`Invalid input: the token of ${wallet} is written as base64`);
}

/**
 * The test card of a token, and the token’s own id.
 *
 * @throws Refusal `InvalidTokenError`, saying why
 */
export function openPaymentToken(
  service: Service,
  session: Session,
  { wallet, text }: PaymentToken,
): { readonly card: TestCard; readonly id: string } {
  const token = open(service, wallet, text);
  const card = testCards.find(({ pan, auth }) => pan === token.pan && auth === token.auth);
  if (card === undefined) throw refused('its card is not a test card');
  if (token.currency !== undefined && token.currency !== session.currency) {
    throw refused('its currency is not the payment’s');
  }
  if (token.amountMinor !== undefined && token.amountMinor !== minorOf(session)) {
    throw refused('its amount is not the payment’s');
  }
  return { card, id: token.id };
}

/** SHA-256 of the merchant’s id at wallet A, as merchant sessions carry it. */
export function merchantIdHash(merchantId: string): string {
  return createHash('sha256').update(merchantId).digest('hex').toUpperCase();
}

/** What the service learns from a token. */
type Opened = Pick<OpenedToken, 'id' | 'pan' | 'auth' | 'amountMinor' | 'currency'>;

/** The processors of the wallets that the sandbox plays. */
const processors: Readonly<Record<string, (token: string, service: Service) => Opened>> = {
  'wallet-a': (token, { merchant, clockwork }) => {
    const { root, merchantKey } = sandboxKeys.applePay;
    const wallet = 'wallet-a';
    const idHash = merchantIdHash(merchant.id);
    const now = clockwork.now();
    return openToken(token, { wallet, root, merchantKey, merchantIdHash: idHash, now });
  },
  'wallet-b': (token, { merchant, clockwork }) => {
    const { gateway, gatewayMerchantId } = merchant;
    const { roots, recipientKey } = sandboxKeys.googlePay;
    return openToken(token, {
      wallet: 'wallet-b',
      roots,
      recipientId: `gateway:${gateway}`,
      recipientKeys: [recipientKey],
      gatewayMerchantId,
      now: clockwork.now(),
    });
  },
};

function open(service: Service, wallet: string, token: string): Opened {
  const processor = processors[wallet] ?? openPlainToken;
  try {
    return processor(token, service);
  } catch (error) {
    if (error instanceof TokenError) throw refused(error.message);
    throw error;
  }
}

/** The wallet that the body names, or the one whose token it has. */
function walletOf(fields: Members, wallets: WireProfile['wallets']): [string, WalletProfile] {
  const all = Object.entries(wallets);
  const { wallet: name } = fields;
  const namedWallet = name === undefined ? undefined : all.find(([, entry]) => entry.name === name);
  const tokenWallets = all.filter(([wallet]) => fields[tokenField(wallet)] !== undefined);
  // Without a name, wallets that share a place are distinguished by the version that a token of wallet A has.
  const isOfA = ([wallet]: [string, WalletProfile]): boolean =>
    JSON.stringify(fields[tokenField(wallet)]).includes('EC_v1') === (wallet === 'wallet-a');
  const match =
    namedWallet ?? tokenWallets.find((each) => tokenWallets.length === 1 || isOfA(each)) ?? all[0];
  if (match === undefined) throw wrong('Invalid input: the profile has no wallet');
  return match;
}

/** In a form an object is JSON text. */
function json(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

function refused(reason: string): Refusal {
  return processingRefusal('InvalidTokenError', `token is not accepted: ${reason}`);
}

function wrong(message: string): Refusal {
  return validationRefusal([{ message, code: 'invalid_type', path: 'token' }]);
}
