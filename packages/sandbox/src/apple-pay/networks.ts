/** The networks of `supportedNetworks`. */
import { invalid, list, type Reader } from './members.ts';

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
  bancomat: 14,
  bancontact: 14,
  bankAxept: 15,
};

/** The only ones that WebKit refuses by the version of the session: an older session may name all others. */
const sessionSince: Readonly<Record<string, number>> = { jcb: 2, carteBancaire: 3 };

const names = new Map(Object.keys(systemSince).map((name) => [name.toLowerCase(), name]));

/** In letters of either case. A single name that the system does not know makes the request invalid. */
const network: Reader<string> = (value, _, { version, latestVersion }) => {
  const name = names.get(String(value).toLowerCase()) ?? '';
  const isInSystem = (systemSince[name] ?? Infinity) <= latestVersion;
  if (isInSystem && (sessionSince[name] ?? 1) <= version) return name;
  throw invalid(value, 'payment network');
};

/** At least one. */
export const networks: Reader<readonly string[]> = (value, name, rules) => {
  const names = list(network)(value, name, rules);
  if (names.length > 0) return names;
  throw new TypeError('At least one supported network must be provided.');
};
