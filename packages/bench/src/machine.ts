import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Machine {
  readonly date: string;
  readonly system: string;
  readonly cpu: string;
  readonly memory: string;
  readonly node: string;
  /** What else was going on: the processors' share that was in use just before and just after. */
  readonly others: string;
  /** So much that times say little, and counts as much as ever. */
  readonly busy: boolean;
  readonly packages: Readonly<Record<string, string>>;
}

/** The machine, and what others took of it each time when it was looked at. */
export function machine(others: readonly number[]): Machine {
  // All of them: this process may have left some to what it measures.
  const processors = cpus();
  const shares = others.map((share) => `${(100 * share).toFixed(0)} %`);
  return {
    date: new Date().toISOString(),
    system: `${platform()} ${release()}`,
    cpu: `${processors.length} x ${processors[0]?.model ?? 'unknown'}`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    node: process.version,
    others: `took ${shares.join(' of the processors before and ')} after`,
    busy: Math.max(...others) > 0.2,
    packages: versions(),
  };
}

/** The share of all processors, 0 to 1, that is in use while this process only waits. */
export async function shareOfOthers(): Promise<number> {
  const before = times();
  await sleep(2_000);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
}

function times(): { readonly idle: number; readonly all: number } {
  let [idle, all] = [0, 0];
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.idle + times.irq;
  }
  return { idle, all };
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
