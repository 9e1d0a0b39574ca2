import { setTimeout as sleep } from 'node:timers/promises';

/** What happens at a step: the process dies, the step fails, or it takes too long. */
export type Mode = 'kill' | 'throw' | 'delay';

/** One fault, armed. */
export interface Fault {
  readonly step: string;
  readonly mode: Mode;
  /** At which of the steps of that name; the first by default. */
  readonly nth?: number;
  /** The process receives a stop signal first. */
  readonly stops?: boolean;
  /** How long a delay takes, in milliseconds. */
  readonly delay?: number;
}

/** Makes one fault happen, once, at the step that it is armed for. */
export class Injector {
  readonly #fault: Fault | null;
  readonly #onHit: () => void;
  readonly #stopping = Promise.withResolvers<undefined>();
  #left: number;

  /** @param onHit called just before the fault, because a killed process can report nothing */
  constructor(fault: Fault | null, onHit: () => void) {
    this.#fault = fault;
    this.#onHit = onHit;
    this.#left = fault?.nth ?? 1;
  }

  /** The process has received a stop signal and has begun to stop. */
  stopping(): void {
    this.#stopping.resolve(undefined);
  }

  /** Whether the fault is still to come, at this step. */
  isFor(step: string): boolean {
    return this.#fault?.step === step && this.#left > 0;
  }

  /** A step at a seam. */
  async at(step: string): Promise<void> {
    const fault = this.#due(step);
    if (!fault) return;
    if (fault.stops === true) {
      process.kill(process.pid, 'SIGTERM');
      await this.#stopping.promise;
    }
    if (fault.mode === 'delay') await sleep(fault.delay);
    else await perish(fault.mode);
  }

  /** A step that cannot wait for a promise. */
  atOnce(step: string): void {
    const fault = this.#due(step);
    if (!fault) return;
    if (fault.mode === 'throw') throw new Error('disk I/O error');
    if (fault.mode === 'kill') process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.delay);
  }

  #due(step: string): Fault | null {
    if (!this.isFor(step)) return null;
    this.#left -= 1;
    if (this.#left > 0) return null;
    this.#onHit();
    return this.#fault;
  }
}

async function perish(mode: Exclude<Mode, 'delay'>): Promise<never> {
  if (mode === 'throw') throw new Error('socket hang up');
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
}
