import { backendOf, checkOrder } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { WalletError } from '../errors.ts';
import type { ButtonLook } from '../providers/provider.ts';
import { pageDomain, type RedirectMode } from '../redirect.ts';
import type { SheetData, SheetRequest } from '../sheet/data.ts';
import { sheetRequest } from '../sheet/request.ts';
import type { Order } from './order.ts';
import type { OrderHost } from './order-host.ts';

/** The members of a button that a press reads. */
export interface PressHost extends OrderHost, SheetData {
  /** BCP 47; `''` for the closest `lang`. */
  readonly locale: string;
  readonly state: string;
  readonly disabled: boolean;
  readonly buttonStyle: ButtonLook['style'] | 'auto';
  readonly buttonType: string;
  /** Whether the order may be paid by this button. */
  readonly pressable: boolean;
  readonly redirect: RedirectMode;
  /** Wallet A: the domain that the backend validates, if it is not that of the page. */
  readonly merchantDomain?: string;
}

/** The order, the backend and the request of a press. */
export interface Admitted {
  readonly order: Order;
  readonly backend: Backend;
  readonly request: SheetRequest;
}

/**
 * What a press of a button sends, and where to.
 * @throws {WalletError} `config`, naming the setting.
 */
export function admit(host: PressHost, order: Order): Admitted {
  checkOrder(order.reference);
  // A sandboxed frame of a text has no domain that the backend could validate.
  const hasDomain = host.merchantDomain || pageDomain();
  if (!hasDomain && host.provider.validates) throw new WalletError('config', 'merchant-domain');
  return { order, backend: backendOf(host), request: sheetRequest(host) };
}
