/** The networks of `supportedNetworks`. */
import { optionalList, type Rules } from './members.ts';

/** Each network that a system knows, with the version of the API that came with that system. */
const systemSince: Readonly<Record<string, number>> = {
  amex: 1,
  chinaUnionPay: 1,
  discover: 1,
  interac: 1,
  masterCard: 1,
  privateLabel: 1,
  visa: 1,
  jcb: 2,
  carteBancaire: 3,
  cartesBancaires: 4,
  eftpos: 4,
  electron: 4,
  maestro: 4,
  vPay: 4,
  elo: 5,
  mada: 5,
  mir: 11,
  girocard: 11,
  dankort: 13,
};

/** The only ones that WebKit refuses by the version of the session: an older session may name all others. */
const sessionSince: Readonly<Record<string, number>> = { jcb: 2, carteBancaire: 3 };

const names = new Map(Object.keys(systemSince).map((name) => [name.toLowerCase(), name]));

/** At least one, in letters of either case. A single name that the system does not know makes the request invalid. */
export function readNetworks(rules: Rules, value: unknown): readonly string[] {
  const networks = optionalList(value, 'supportedNetworks').map(String);
  if (networks.length === 0) {
    throw new TypeError('At least one supported network must be provided.');
  }
  return networks.map((network) => {
    const name = names.get(network.toLowerCase());
    if (name === undefined || !isKnown(rules, name)) {
      throw new TypeError(`"${network}" is not a valid payment network.`);
    }
    return name;
  });
}

function isKnown({ version, latestVersion }: Rules, name: string): boolean {
  const isInSystem = (systemSince[name] ?? Infinity) <= latestVersion;
  return isInSystem && (sessionSince[name] ?? 1) <= version;
}
