import type { FieldError } from '@wallet-buttons/protocol';
import { WalletError } from '../../errors.ts';
import type { SheetRequest } from '../../sheet/data.ts';
import { toJson } from '../../platform.ts';
import { words } from '../values.ts';
import type { PaymentSheet, SheetEnd, SheetPage } from '../provider.ts';
import { choiceSupport } from './choice-support.ts';
import { payerOf } from './contact.ts';
import type { ErrorClass, Payment, Session } from './session.ts';

/** Defined once the provider's API is there. */
declare const ApplePayError: ErrorClass;

/** The tag's properties that the open sheet reads. */
export interface SheetConfig {
  /** Space-separated domains whose servers may validate a merchant. */
  readonly validationGateways: string;
  readonly merchantDomain: string;
  readonly orderDetails: object | undefined;
}

/** Opens the sheet of an `ApplePaySession`. */
export function openSheet(
  session: Session,
  request: SheetRequest,
  page: SheetPage,
  config: SheetConfig,
): PaymentSheet {
  const choices = choiceSupport();
  let isOpen = true;

  const end = (sheetEnd?: SheetEnd) => {
    isOpen = false;
    page.closed(sheetEnd);
  };

  const abort = () => {
    const wasOpen = isOpen;
    isOpen = false;
    try {
      if (wasOpen) session.abort();
    } catch {
      // The sheet has closed by itself.
    }
  };

  const fail = (error: unknown) => {
    abort();
    end(WalletError.from(error));
  };
  const failLater = (error: unknown) => setTimeout(fail, 99, error);

  /**
   * Calls the provider if the sheet is open. The provider throws on an answer that it cannot read, and would wait for
   * another one. After a cancel it throws on any answer, and may dispatch the cancel only then.
   */
  const attempt = (call: () => void, handleError: (error: unknown) => unknown = failLater) => {
    try {
      if (isOpen) call();
    } catch (error) {
      handleError(error);
    }
  };

  const validate = async (url: string) => {
    if (!isGateway(url, config.validationGateways)) throw new WalletError('validation-url');
    const merchantSession = await page.validateMerchant(url, config.merchantDomain);
    attempt(() => {
      session.completeMerchantValidation(merchantSession);
    });
  };

  session.onvalidatemerchant = ({ validationURL }) => void validate(validationURL).catch(fail);
  const authorize = async ({ payment }: { readonly payment: Payment }) => {
    const token = toJson(payment.token);
    const { success, errors = [] } = await page.authorize({ token, ...payerOf(payment) });
    const { orderDetails } = config;
    attempt(() => {
      session.completePayment({
        // STATUS_SUCCESS and STATUS_FAILURE.
        status: success ? 0 : 1,
        ...(errors[0] && { errors: errors.map(choices?.errorOf ?? errorOf) }),
        ...(success && orderDetails && { orderDetails }),
      });
    }, fail);
    if (!choices?.canMend(errors)) end();
  };
  session.onpaymentauthorized = (event) => void authorize(event).catch(fail);
  session.oncancel = (event) => {
    const code = event?.sessionError?.code ?? 'unknown';
    end(code === 'unknown' ? 'closed' : code);
  };
  // Answers each choice of the payer with the page's answer.
  choices?.listen(session, request, async (change, complete) => {
    const answer = await page.change(change);
    attempt(() => {
      complete(answer);
    });
  });
  session.begin();
  return { abort };
}

/** `ApplePayError`, as text alone. `./sheet.js` adds the place of it. */
function errorOf({ message }: FieldError): object {
  return new ApplePayError('unknown', undefined, message);
}

function isGateway(url: string, domains: string): boolean {
  const [, host] = /^https:\/\/([a-z\d.-]+)\//.exec(url) ?? [];
  return words(domains).some((domain) => host && `.${host}`.endsWith(`.${domain}`));
}
