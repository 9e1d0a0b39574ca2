/** The networks of `supportedNetworks`, each with the version that brought it. */
import { optionalList, type Rules } from './members.ts';

const networkSince: Readonly<Record<string, number>> = {
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

/** At least one. A single name that the version does not know makes the whole request invalid. */
export function readNetworks(rules: Rules, value: unknown): readonly string[] {
  const networks = optionalList(value, 'supportedNetworks').map(String);
  if (networks.length === 0) {
    throw new TypeError('At least one supported network must be provided.');
  }
  for (const network of networks) {
    const since = Object.hasOwn(networkSince, network) ? networkSince[network] : undefined;
    if (since === undefined || since > rules.version) {
      throw new TypeError(`"${network}" is not a valid payment network.`);
    }
  }
  return networks;
}
