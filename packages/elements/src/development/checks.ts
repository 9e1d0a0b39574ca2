/**
 * Warns the developer in the console of missing settings and unknown words. Only a `development` build has this
 * file: an export condition selects it, as with Lit.
 */
interface Checked extends Element {
  readonly order: string;
  readonly backend: string;
  readonly validateMerchantUrl?: string;
  readonly payTokenUrl: string;
  readonly statusUrl: string;
  readonly amount: string;
  readonly currency: string;
  readonly country: string;
  readonly label: string;
  readonly networks: string;
  readonly buttonType: string;
  readonly buttonStyle: string;
  readonly buttonBorder?: string;
  readonly totalStatus: string;
  readonly redirect: string;
  readonly request: string;
  readonly report: string;
  readonly loading: string;
  readonly scan?: string;
  readonly gateway?: string;
  readonly gatewayMerchantId?: string;
  readonly merchantId?: string;
  readonly environment?: string;
}

/** In milliseconds. Frameworks, and pages that load their order, set properties some time after the tag exists. */
const grace = 1_000;

const knownValues = {
  networks:
    'amex discover interac jcb mastercard visa electron elo maestro unionpay privatelabel cartesbancaires eftpos vpay mada mir girocard dankort bancontact bankaxept',
  'button-type':
    'add-money book buy checkout continue contribute donate ewallet long order pay pix plain reload rent set-up short subscribe support tip top-up',
  'button-style': 'auto black outline white',
  'button-border': 'default none',
  'total-status': 'estimated final',
  redirect: 'assign none top',
  request: 'billing-address email name payment-method phone shipping-address',
  report: 'on off',
  environment: 'TEST PRODUCTION',
  loading: 'auto manual',
  scan: 'on off',
};

/** The tags to check, and whether each had all required settings at its last update. */
const waiting = new Map<Checked, boolean>();
const warnings = new WeakMap<Checked, string>();

/**
 * Warns once of each problem that persists.
 * @param state `settings` is undefined while a required setting is missing.
 */
export function check(tag: Checked, state: { readonly settings: symbol | undefined }): void {
  if (!waiting.has(tag)) {
    setTimeout(() => {
      warn(tag);
    }, grace);
  }
  waiting.set(tag, state.settings !== undefined);
}

function warn(tag: Checked): void {
  const warning = warningOf(tag, waiting.get(tag) ?? true);
  waiting.delete(tag);
  if (warning === (warnings.get(tag) ?? '') || !tag.isConnected) return;
  warnings.set(tag, warning);
  if (warning) console.warn(`<${tag.localName}> ${warning}`, tag);
}

function warningOf(tag: Checked, isComplete: boolean): string {
  const { order, amount, currency, country, label } = tag;
  const requiredSettings = {
    order,
    amount,
    currency,
    country,
    label,
    gateway: tag.gateway,
    'gateway-merchant-id': tag.gatewayMerchantId,
    'merchant-id': tag.environment === 'PRODUCTION' ? tag.merchantId : undefined,
  };
  const missing = Object.entries(requiredSettings).flatMap(([name, value]) =>
    value === '' ? name : [],
  );
  const unknown = Object.entries<unknown>({
    networks: tag.networks,
    'button-type': tag.buttonType,
    'button-style': tag.buttonStyle,
    'button-border': tag.buttonBorder ?? '',
    'total-status': tag.totalStatus,
    redirect: tag.redirect,
    request: tag.request,
    report: tag.report,
    environment: tag.environment ?? '',
    loading: tag.loading,
    scan: tag.scan ?? '',
  }).flatMap(([name, value]) =>
    (name === 'networks' ? String(value).toLowerCase() : String(value))
      .split(/[\s,]+/)
      .filter(
        (word) =>
          word && !` ${knownValues[name as keyof typeof knownValues]} `.includes(` ${word} `),
      )
      .map((word) => `${name}: ${word}`),
  );
  return [
    missing[0] && `rests: set ${missing.join(', ')}.`,
    !missing[0] && !unknown[0] && !isComplete && 'rests: providerRequest failed.',
    addressesOf(tag).some(leadsElsewhere) &&
      'calls another host, to which <base> leads its backend.',
    unknown[0] && `does not know ${unknown.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The addresses that the tag calls, as the page has set them. */
function addressesOf(tag: Checked): readonly string[] {
  const { backend, validateMerchantUrl = '', payTokenUrl, statusUrl } = tag;
  return [backend, ...[validateMerchantUrl, payTokenUrl, statusUrl].filter(Boolean)];
}

/** Whether a relative address leads to another origin, because the page has a `<base>`. */
function leadsElsewhere(address: string): boolean {
  const isRelative = !/^([a-z][a-z\d+.-]*:|[\\/]{2})/i.test(address);
  return (
    isRelative &&
    !document.baseURI.startsWith(`${origin}/`) &&
    document.querySelector('base') !== null
  );
}
