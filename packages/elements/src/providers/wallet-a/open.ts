import { WalletError } from '../../errors.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import type { PaymentSheet, SheetPage } from '../provider.ts';
import { paymentRequest, type RequestConfig } from './request.ts';
import { newestOf, sessionClass, type Session, type SessionClass } from './session.ts';
import { openSheet, type SheetConfig } from './sheet.ts';
import { isOnTop } from './top-layer.ts';

/** The tag, with its own attributes for a press. */
export interface OpenConfig extends RequestConfig, SheetConfig, Element {}

/** Opens the sheet. */
export function open(config: OpenConfig, request: SheetRequest, page: SheetPage): PaymentSheet {
  const Session = sessionClass();
  const version = newestOf(Session);
  const session = newSession(Session, version, paymentRequest(config, request, version));
  const { ApplePayWebOptions } = globalThis as { ApplePayWebOptions?: WebOptions };
  // A frame would clip the code that a phone scans, and a modal dialog would lie over it.
  const isVisible = self === top && !isOnTop(config);
  ApplePayWebOptions?.set?.({ renderApplePayCodeAs: isVisible ? 'modal' : 'window' });
  return openSheet(session, request, page, config);
}

/** A third-party polyfill may throw a bare string. */
function newSession(Session: SessionClass, version: number, dictionary: object): Session {
  try {
    return new Session(version, dictionary);
  } catch (cause) {
    const { message } = WalletError.from(cause);
    if (cause instanceof TypeError) throw new WalletError('config', message, cause);
    const code = message.includes('gesture') ? 'gesture' : 'provider';
    throw new WalletError(code, message, cause);
  }
}

interface WebOptions {
  set?(options: { readonly renderApplePayCodeAs: 'modal' | 'window' }): void;
}
