/** The settings of a table of words: each takes one of its own. */
export type Words<Table extends Readonly<Record<string, readonly string[]>>> = {
  readonly [Name in keyof Table]: Table[Name][number];
};
