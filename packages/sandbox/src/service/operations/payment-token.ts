/** The token in a request: read from the profile’s place, and opened like the wallet’s processor does. */
import { createHash } from 'node:crypto';
import { testCards, type TestCard } from '../../cards.ts';
import { openToken, sandboxKeys, TokenError, type OpenedToken } from '../../tokens/index.ts';
import type { Session } from '../control-api.ts';
import { minorOf } from '../ledger/ledger.ts';
import type { Service } from '../service.ts';
import type { WireProfile } from '../wire/profile.ts';
import { processingRefusal, type Refusal, validationRefusal } from '../wire/refusal.ts';
import type { Members } from '../wire/wire.ts';

/** A token as the wallet gave it. */
export interface PaymentToken {
  readonly wallet: 'wallet-a' | 'wallet-b';
  readonly text: string;
}

/**
 * The token and its wallet: by the wallet’s name, by its field, or by its own members.
 *
 * @throws Refusal of type `validation` if it is not written in the profile’s form
 */
export function readPaymentToken(
  named: Members,
  { wallets, operations }: WireProfile,
): PaymentToken {
  const { walletAToken, walletBToken } = named;
  const wallet = isWalletA(named, wallets['wallet-a'].name) ? 'wallet-a' : 'wallet-b';
  const sent = wallet === 'wallet-a' ? walletAToken : walletBToken;
  if (sent === undefined) throw wrong('Invalid input: expected string, received undefined');
  const form = wallets[wallet].token;
  const value = form === 'object' && operations.payToken.encoding === 'form' ? json(sent) : sent;
  if ((typeof value === 'string') !== (form !== 'object')) {
    throw wrong(`Invalid input: the token of ${wallet} is written as ${form}`);
  }
  if (typeof value !== 'string') return { wallet, text: JSON.stringify(value) };
  if (form !== 'base64') return { wallet, text: value };
  const text = Buffer.from(value, 'base64').toString('utf8');
  if (Buffer.from(text).toString('base64') === value) return { wallet, text };
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
  const opened = open(service, wallet, text);
  const card = testCards.find(({ pan, auth }) => pan === opened.pan && auth === opened.auth);
  if (card === undefined) throw refused('its card is not a test card');
  if (opened.currency !== undefined && opened.currency !== session.currency) {
    throw refused('its currency is not the payment’s');
  }
  if (opened.amountMinor !== undefined && opened.amountMinor !== minorOf(session)) {
    throw refused('its amount is not the payment’s');
  }
  return { card, id: opened.id };
}

/** SHA-256 of the merchant’s id at wallet A, as merchant sessions carry it. */
export function merchantIdHash(merchantId: string): string {
  return createHash('sha256').update(merchantId).digest('hex').toUpperCase();
}

function open(service: Service, wallet: PaymentToken['wallet'], token: string): OpenedToken {
  const { id, gateway, gatewayMerchantId } = service.merchant;
  const now = service.clockwork.now();
  const { applePay, googlePay } = sandboxKeys;
  try {
    if (wallet === 'wallet-a') {
      const { root, merchantKey } = applePay;
      return openToken(token, {
        wallet,
        root,
        merchantKey,
        merchantIdHash: merchantIdHash(id),
        now,
      });
    }
    return openToken(token, {
      wallet,
      roots: googlePay.roots,
      recipientId: `gateway:${gateway}`,
      recipientKeys: [googlePay.recipientKey],
      ...(gatewayMerchantId !== undefined && { gatewayMerchantId }),
      now,
    });
  } catch (error) {
    if (error instanceof TokenError) throw refused(error.message);
    throw error;
  }
}

function isWalletA({ wallet, walletAToken, walletBToken }: Members, name: string): boolean {
  if (wallet !== undefined) return wallet === name;
  if (walletAToken === undefined || walletBToken === undefined) return walletAToken !== undefined;
  return JSON.stringify(walletAToken).includes('EC_v1');
}

/** In a form an object is JSON text. */
function json(value: unknown): unknown {
  try {
    return typeof value === 'string' ? JSON.parse(value) : value;
  } catch {
    return value;
  }
}

function refused(why: string): Refusal {
  return processingRefusal('InvalidTokenError', `token is not accepted: ${why}`);
}

function wrong(message: string): Refusal {
  return validationRefusal([{ message, code: 'invalid_type', path: 'token' }]);
}
