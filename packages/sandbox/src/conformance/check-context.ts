import { TokenWatch } from './token-watch.ts';
import { Transcript } from './transcript.ts';

/** What a check has beside its orders. */
export interface CheckContext {
  /** Whether other checks run at the same time: the scenarios of this one are those of its orders. */
  readonly isOneOfMany: boolean;
  readonly transcript: Transcript;
  /** One for the whole run. */
  readonly tokens: TokenWatch;
}

/** A check that runs alone. */
export function createContext(tokens = new TokenWatch(), isOneOfMany = false): CheckContext {
  return { tokens, isOneOfMany, transcript: new Transcript() };
}
