import { WalletError } from '../errors.ts';
import { providerAmount } from './amount.ts';
import type { PaymentPlan } from './data.ts';
import { checkNames } from './check-names.ts';

/** The members of each kind of an object. */
type Names<Kind> = Readonly<Record<Kind extends object ? keyof Kind : never, 1>>;

const planNames: Names<PaymentPlan> = {
  description: 1,
  managementUrl: 1,
  agreement: 1,
  tokenUrl: 1,
  price: 1,
  trial: 1,
  freeUntil: 1,
};
const priceNames: Names<PaymentPlan['price']> = {
  label: 1,
  amount: 1,
  every: 1,
  count: 1,
  from: 1,
  until: 1,
  on: 1,
  below: 1,
};

/** The members of a price with an amount or a date. */
interface Price {
  readonly amount: string;
  readonly below?: string;
  readonly from?: Date;
  readonly until?: Date;
  readonly on?: Date;
}

/**
 * Later charges with amounts in the providers' form.
 * @throws {WalletError} `config` if an amount is not exact, a date is a text or invalid, or a member is not known: the
 * sheet would show other terms.
 */
export function pricedPlan<P extends PaymentPlan>(plan: P, currency: string): P {
  checkNames('plan', plan, planNames);
  const convert = <T extends Price>(price: T): T => {
    checkNames('price', price, priceNames);
    for (const date of [price.from, price.until, price.on]) checkDate(date);
    return {
      ...price,
      amount: providerAmount(price.amount, currency),
      ...(price.below && { below: providerAmount(price.below, currency) }),
    };
  };
  const { every, on, below }: { every?: unknown; on?: unknown; below?: unknown } = plan.price;
  // By one of them, the wallets know which kind of later charges it is.
  if (!every && !on && !below) throw new WalletError('config', 'price: every, on or below');
  const trial = 'trial' in plan && plan.trial;
  return { ...plan, price: convert(plan.price), ...(trial && { trial: convert(trial) }) };
}

/** A page may have the text of a date. Wallet B would refuse it only after its window has opened. */
function checkDate(date: Date | undefined): void {
  try {
    date?.toISOString();
  } catch (cause) {
    throw new WalletError('config', `date ${String(date)}`, cause);
  }
}
