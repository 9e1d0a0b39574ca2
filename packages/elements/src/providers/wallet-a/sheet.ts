import { PaymentCancelled, WalletError } from '../../errors.ts';
import type { SheetChange } from '../../sheet/events.ts';
import type { SheetRequest } from '../../sheet/request.ts';
import { sheetSupport } from '../../sheet/support.ts';
import { words } from '../payer.ts';
import type { PaymentSheet, SheetAnswer, SheetEnd, SheetPage } from '../provider.ts';
import { payerOf } from './contact.ts';
import type { Payment, Session } from './session.ts';

/** What the sheet reads of the tag while it is open. */
interface SheetConfig {
  /** Space-separated domains whose servers may validate a merchant. */
  readonly validationGateways: string;
  readonly orderDetails: object | undefined;
}

/** An open `ApplePaySession`. */
export class WalletASheet implements PaymentSheet {
  readonly #session: Session;
  readonly #page: SheetPage;
  readonly #config: SheetConfig;
  #open = true;

  /** Opens the sheet. */
  constructor(session: Session, request: SheetRequest, page: SheetPage, config: SheetConfig) {
    this.#session = session;
    this.#page = page;
    this.#config = config;
    session.onvalidatemerchant = ({ validationURL }) => void this.#validate(validationURL);
    session.onpaymentauthorized = ({ payment }) => void this.#authorize(payment);
    session.oncancel = ({ sessionError }) => {
      const code = sessionError?.code ?? 'unknown';
      this.#end(new PaymentCancelled(code === 'unknown' ? 'closed' : code));
    };
    sheetSupport()?.walletA.listen(session, request, this.#choose);
    session.begin();
  }

  abort(): void {
    this.#tell(() => {
      this.#session.abort();
    });
    this.#open = false;
  }

  async #validate(url: string): Promise<void> {
    try {
      if (!this.#isGateway(url)) {
        throw new WalletError('validation-url');
      }
      const merchantSession = await this.#page.validateMerchant(url);
      if (this.#open) this.#session.completeMerchantValidation(merchantSession);
    } catch (error) {
      this.abort();
      this.#end(WalletError.from(error));
    }
  }

  async #authorize(payment: Payment): Promise<void> {
    const token = JSON.stringify(payment.token);
    const { success, errors = [] } = await this.#page.authorize({ token, ...payerOf(payment) });
    const { orderDetails } = this.#config;
    const support = errors[0] && sheetSupport()?.walletA;
    this.#tell(() => {
      this.#session.completePayment({
        // STATUS_SUCCESS and STATUS_FAILURE.
        status: success ? 0 : 1,
        ...(support && { errors: errors.map(support.errorOf) }),
        ...(success && orderDetails && { orderDetails }),
      });
    });
    if (!support?.canMend(errors)) this.#end();
  }

  /** Answers a choice of the payer with what the page makes of it. */
  readonly #choose = async (
    change: SheetChange,
    complete: (answer: SheetAnswer) => void,
  ): Promise<void> => {
    const answer = await this.#page.change(change);
    this.#tell(() => {
      complete(answer);
    });
  };

  #isGateway(url: string): boolean {
    const [, host] = /^https:\/\/([a-z\d.-]+)\//.exec(url) ?? [];
    const domains = words(this.#config.validationGateways);
    return host !== undefined && domains.some((domain) => `.${host}`.endsWith(`.${domain}`));
  }

  /** A sheet that has gone away refuses every call. */
  #tell(call: () => void): void {
    try {
      if (this.#open) call();
    } catch {
      this.#open = false;
    }
  }

  #end(end?: SheetEnd): void {
    this.#open = false;
    this.#page.closed(end);
  }
}
