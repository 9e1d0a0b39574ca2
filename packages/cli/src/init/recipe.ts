import type { Change } from './change.ts';

/** Files by path in the project. */
export type Files = Readonly<Record<string, string>>;

/** A change of a file that may be the project's own. */
export interface Edit {
  /** The candidates. The first file in which `change` finds the place is changed. */
  readonly paths: readonly string[];
  /** The new text; `null` if the place is not certain. */
  readonly change: (text: string, path: string) => string | null;
  /** The whole file, if none of them exists. */
  readonly create?: string;
  /** The manual step for the user otherwise; an empty text if nothing is left to do. */
  readonly byHand: string;
}

/** The files that `init` writes for a framework, and the steps to the first payment. */
export interface Recipe {
  /** Files that only `init` writes: one with other content is a conflict. */
  readonly files: Files;
  /** Paths without extension of other files that would answer for the same pages. */
  readonly rivals?: readonly string[];
  readonly edits?: readonly Edit[];
  /** What the shop needs beside the packages of the wallets. */
  readonly packages?: readonly string[];
  /** The file with the settings of this machine. */
  readonly settings?: '.env' | '.env.local';
  /** The address of the shop. */
  readonly origin?: string;
  /** The setting with the address of the sandbox's wallets; `null` if the page reads none. */
  readonly sandboxSetting?: string | null;
  /** The command that starts the shop beside the sandbox, and the address for the payment. */
  readonly start: readonly string[];
}

/** The files to write, and the manual steps. Files that need no change are not in it. */
export interface Plan {
  readonly changes: readonly Change[];
  /** The addresses that the shop gets. */
  readonly addresses: readonly string[];
  readonly steps: readonly string[];
}

/** The first step, where the project is not in the present folder. */
export function stepInto(folder: string): readonly string[] {
  return folder === '.' ? [] : [`cd ${/\s/.test(folder) ? `"${folder}"` : folder}`];
}

/** The last step, for a shop with its own checkout page. */
export function openAt(url: string): string {
  return `Open ${url} and pay order A-1001.`;
}

/** A text whose first such place, outside of comments and template literals, is replaced; `null` without one. */
export function insertAt(
  text: string,
  place: RegExp,
  fill: (match: string, ...groups: readonly (string | undefined)[]) => string,
): string | null {
  const match = place.exec(withoutComments(text));
  if (match === null) return null;
  const end = match.index + match[0].length;
  const insertion = fill(text.slice(match.index, end), ...match.slice(1));
  return `${text.slice(0, match.index)}${insertion}${text.slice(end)}`;
}

/** The text with blanks in place of comments of several lines and of template literals, so that places stay the same. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\/|`(?:[^`\\]|\\[^])*`/g, (part) =>
    part.replaceAll(/[^\n]/g, ' '),
  );
}
