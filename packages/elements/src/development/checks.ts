/**
 * Tells the developer in the console what a button lacks, or does not know. Only a `development` build
 * has this file: the condition chooses it, as with Lit.
 */
interface Checked extends Element {
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
  readonly country: string;
  readonly label: string;
  readonly networks: string;
  readonly buttonType: string;
  readonly request: string;
}

/** In milliseconds. Frameworks, and pages that load their order, set things some time after the tag is there. */
const grace = 1_000;

const known = {
  networks:
    'amex discover interac jcb mastercard visa electron elo maestro unionpay privatelabel cartesbancaires eftpos vpay mada mir girocard dankort',
  'button-type':
    'add-money book buy checkout continue contribute donate ewallet long order pay pix plain reload rent set-up short subscribe support tip top-up',
  request: 'billing-address email name payment-method phone shipping-address',
};

/** What each tag lacked at its last update, until it is looked at. */
const waiting = new Map<Checked, readonly string[]>();
const said = new WeakMap<Checked, string>();

/** Warns once of each thing that is still wrong after a while. */
export function check(tag: Checked, lacks: readonly string[] = []): void {
  if (!waiting.has(tag)) {
    setTimeout(() => {
      warn(tag);
    }, grace);
  }
  waiting.set(tag, lacks);
}

function warn(tag: Checked): void {
  const warning = warningOf(tag, waiting.get(tag) ?? []);
  waiting.delete(tag);
  if (warning === (said.get(tag) ?? '') || !tag.isConnected) return;
  said.set(tag, warning);
  if (warning) console.warn(`<${tag.localName}> ${warning}`, tag);
}

function warningOf(tag: Checked, lacks: readonly string[]): string {
  const { order, amount, currency, country, label } = tag;
  const shared = Object.entries({ order, amount, currency, country, label });
  const missing = [...shared.flatMap(([name, value]) => (value ? [] : name)), ...lacks];
  const unknown = Object.entries({
    networks: tag.networks,
    'button-type': tag.buttonType,
    request: tag.request,
  }).flatMap(([name, value]) =>
    value
      .split(/\s+/)
      .filter((word) => word && !` ${known[name as keyof typeof known]} `.includes(` ${word} `))
      .map((word) => `${name}: ${word}`),
  );
  return [
    missing[0] && `rests: set ${missing.join(', ')}.`,
    unknown[0] && `does not know ${unknown.join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
