import type { Command } from 'commander';

/** What a command found: the same for a reader and for a program. */
export interface Report {
  /** Lines for a person. A line break within one is not printed: a service or an attacker may have written it. */
  readonly lines: readonly string[];
  /** Colours a line that is safe to print. */
  readonly style?: (line: string) => string;
  /** What `--json` prints instead. */
  readonly json: unknown;
  /** `false`: something fails, and the exit code is 1. */
  readonly isGood?: boolean;
  /** One of many: as JSON it is one line. */
  readonly isLine?: boolean;
}

/** Where a command writes. Results go to `out`; progress and errors go to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Asks a question of yes or no; missing without a terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
}

/** Prints what a command reports. */
export type Print = (report: Report) => void;

/** Adds one command, or one group of commands, to the program. */
export type AddCommand = (program: Command, print: Print, terminal: Terminal) => void;

/** The command was called in a wrong way: exit code 2. The message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
