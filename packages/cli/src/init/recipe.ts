/** Files by their paths in the project. */
export type Files = Readonly<Record<string, string>>;

/** A change of a file that may be the project's own. */
export interface Edit {
  /** Of these, the first file is changed for which `change` knows the place. */
  readonly paths: readonly string[];
  /** The new text; `null` where the place is not beyond doubt. */
  readonly change: (text: string, path: string) => string | null;
  /** The whole file where none of them exists. */
  readonly create?: string;
  /** What the user has to do instead. */
  readonly byHand: string;
}

/** What `init` writes for a framework, and how its user comes to the first payment. */
export interface Recipe {
  /** Of `init` alone: a file of another content stands in the way. */
  readonly files: Files;
  readonly edits?: readonly Edit[];
  /** The file with the settings of this machine. */
  readonly settings?: '.env' | '.env.local';
  /** Where the shop is seen. */
  readonly origin?: string;
  /** The setting by which the page finds the sandbox's wallets; `null`: it reads none. */
  readonly sandboxSetting?: string | null;
  /** What starts the shop beside the sandbox, and where to pay. */
  readonly start: readonly string[];
}

/** The last step, for a shop with a page of its own for the checkout. */
export function openAt(origin: string): string {
  return `Open ${origin}/checkout and pay order A-1001.`;
}

/** A text with its one clear place filled anew; `null` without that place. */
export function insertAt(
  text: string,
  place: RegExp,
  fill: (found: string, group?: string) => string,
): string | null {
  return place.test(text) ? text.replace(place, fill) : null;
}
