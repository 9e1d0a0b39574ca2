import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../demo/backend.ts', import.meta.url));
const execArgv = ['--conditions=@wallet-buttons/source', '--disable-warning=ExperimentalWarning'];

/** The shop's backend once more: another process on the same databases. */
export class SecondBackend {
  readonly url: string;
  readonly #start: () => ChildProcess;
  #child: ChildProcess;

  constructor(port: number, env: NodeJS.ProcessEnv) {
    this.url = `http://127.0.0.1:${String(port)}`;
    this.#start = () => {
      const given = { ...process.env, ...env, NODE_ENV: 'development', PORT: String(port) };
      return fork(file, { env: given, execArgv });
    };
    this.#child = this.#start();
  }

  /** Kills it and starts it again. */
  kill(): void {
    this.stop();
    this.#child = this.#start();
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }
}
