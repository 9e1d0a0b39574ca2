/** The operations under the profile in force, which can be changed while the service runs. */
import { operationNames, type OperationName } from '../operations/names.ts';
import type { OperationRow } from '../operations/row.ts';
import { operationTable } from '../operations/table.ts';
import { exampleProfiles } from './example-profiles.ts';
import { readProfile } from './profile.ts';
import { RequestReader } from './request.ts';
import type { Wire } from './wire.ts';

type ByName<Item> = Readonly<Record<OperationName, Item>>;

/** Rows and readers, rebuilt with each profile. */
export class OperationSet {
  readonly #wire: Wire;
  readonly #phoneRequired: boolean;
  /** What can be chosen by its name. */
  readonly profiles: Readonly<Record<string, unknown>>;
  /** The name of the profile in force. */
  profileName: string;
  rows: ByName<OperationRow>;
  readers: ByName<RequestReader>;

  /** @param ownProfile the profile that the sandbox was started with */
  constructor(wire: Wire, ownProfile: unknown, phoneRequired: boolean) {
    this.#wire = wire;
    this.#phoneRequired = phoneRequired;
    this.profileName = ownProfile === undefined ? 'default' : 'own';
    this.profiles = {
      ...(ownProfile !== undefined && { own: ownProfile }),
      default: {},
      ...exampleProfiles,
    };
    this.rows = operationTable(wire.profile, phoneRequired);
    this.readers = readersOf(this.rows, wire);
  }

  /**
   * Activates another profile: one of `profiles` by its name, or differences from the default.
   *
   * @throws TypeError naming the entry that is wrong
   */
  use(profile: string | object): void {
    if (typeof profile === 'string' && !Object.hasOwn(this.profiles, profile)) {
      throw new TypeError(`name: there are ${Object.keys(this.profiles).join(', ')}`);
    }
    const overrides = typeof profile === 'string' ? this.profiles[profile] : profile;
    this.#wire.profile = readProfile(overrides);
    this.profileName = typeof profile === 'string' ? profile : 'sent';
    this.rows = operationTable(this.#wire.profile, this.#phoneRequired);
    this.readers = readersOf(this.rows, this.#wire);
  }
}

function readersOf(rows: ByName<OperationRow>, wire: Wire): ByName<RequestReader> {
  const readers = operationNames.map((name) => [name, new RequestReader(name, rows[name], wire)]);
  // One reader a name.
  return Object.fromEntries(readers) as ByName<RequestReader>;
}
