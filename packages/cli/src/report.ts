import type { Command } from 'commander';

/** The result of a command, the same for a reader and for a program. */
export interface Report {
  /** Lines for a reader. A line break within one is not printed: a service or an attacker may have written it. */
  readonly lines: readonly string[];
  /** Colours a line that is safe to print. */
  readonly style?: (line: string) => string;
  /** The output with `--json`. */
  readonly json: unknown;
  /** `false` if something fails: the exit code is then 1. */
  readonly isGood?: boolean;
  /** One of many reports: as JSON it is one line. */
  readonly isLine?: boolean;
}

/** The output of a command. Results go to `out`; progress and errors go to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks a yes-or-no question; missing without a terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
}

/** Prints the report of a command. */
export type Print = (report: Report) => void;

/** Adds one command, or one group of commands, to the program. */
export type AddCommand = (program: Command, print: Print, terminal: Terminal) => void;

/** Wrong use of the command, with exit code 2. The message has the remedy. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
