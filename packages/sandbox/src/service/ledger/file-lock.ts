import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The files that this process has. */
const own = new Set<string>();

/** A file that one sandbox at a time may have. Beside it is another, which names the process that has it. */
export class FileLock {
  readonly #path: string;

  /** @throws Error naming the process that has the file */
  constructor(file: string) {
    this.#path = `${resolve(file)}.lock`;
    if (!this.#take()) {
      const owner = this.#owner();
      throw new Error(
        `${file} is in use by another sandbox (process ${owner}). Stop it, or name another dataFile or --data. ` +
          `If no sandbox is running, delete ${file}.lock.`,
      );
    }
    own.add(this.#path);
  }

  release(): void {
    if (own.delete(this.#path)) rmSync(this.#path, { force: true });
  }

  #take(): boolean {
    try {
      writeFileSync(this.#path, String(process.pid), { flag: 'wx' });
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    if (own.has(this.#path) || isRunning(this.#owner())) return false;
    // Its process was killed. Of two that see this at the same time one writes the file anew.
    rmSync(this.#path, { force: true });
    return this.#take();
  }

  #owner(): number {
    try {
      return Number(readFileSync(this.#path, 'utf8'));
    } catch {
      return Number.NaN;
    }
  }
}

/** A process with the number of this one, in a container, is an earlier one of it. */
function isRunning(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return !isEnded(id);
  } catch (error) {
    // The process of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A process that was killed keeps its number until its parent looks, which the first one of a container may never do. */
function isEnded(id: number): boolean {
  try {
    // The state stands behind the name of the program, which may hold any letters.
    return /.*\) Z /s.test(readFileSync(`/proc/${String(id)}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
