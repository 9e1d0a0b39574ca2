import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';
import process from 'node:process';

export interface Machine {
  readonly date: string;
  readonly system: string;
  readonly cpu: string;
  readonly memory: string;
  readonly node: string;
  /** Load averages at the start and the end: what else was going on. */
  readonly load: string;
  /** More was going on than the processors could do: times say little, counts as much as ever. */
  readonly busy: boolean;
  readonly packages: Readonly<Record<string, string>>;
}

export function machine(loadBefore: readonly number[]): Machine {
  const [cpu] = cpus();
  const loads = [loadBefore, loadavg()].map(([minute = Number.NaN]) => minute);
  const [before, after] = loads.map((minute) => minute.toFixed(1));
  return {
    date: new Date().toISOString(),
    system: `${platform()} ${release()}`,
    cpu: `${availableParallelism()} x ${cpu?.model ?? 'unknown'}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    node: process.version,
    load: `${before} at the start, ${after} at the end`,
    busy: Math.max(...loads) > 2 * availableParallelism(),
    packages: versions(),
  };
}

/** The exact versions that this package asks for, which the lockfile holds to. */
function versions(): Record<string, string> {
  const file = new URL('../package.json', import.meta.url);
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.fromEntries(
    Object.entries(devDependencies).filter(([name]) => !/^@types|^@wallet-buttons/.test(name)),
  );
}
