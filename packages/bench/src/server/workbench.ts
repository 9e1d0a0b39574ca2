import type { Load } from './load.ts';
import type { StandIn } from './stand-in.ts';

/** What a measure of the server needs. */
export interface Workbench {
  readonly standIn: StandIn;
  readonly load: Load;
  /** How often each figure is taken. */
  readonly rounds: number;
  /** What each round's number of requests is multiplied with. */
  readonly scale: number;
  /** How long the raw signature is measured each time, in milliseconds. */
  readonly signFor: number;
}
