import { cpus, platform, release } from 'node:os';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

/** The machine, for the reader of the results. */
export function machine(shares: readonly number[]): Readonly<Record<string, string>> {
  const processors = cpus();
  const [before = '', after = ''] = shares.map((share) => `${(100 * share).toFixed(0)} %`);
  const isBusy = Math.max(...shares) > 0.2;
  return {
    date: new Date().toISOString().slice(0, 10),
    system: `${platform()} ${release()}, Node ${process.version}`,
    cpu: `${String(processors.length)} x ${processors[0]?.model ?? 'unknown'}`,
    'other work': `${before} of the processors before, ${after} after${isBusy ? ' – **too much: times say little, counts and bytes hold**' : ''}`,
  };
}

/** The share of all processors, 0 to 1, that is in use while this process only waits. */
export async function shareOfOthers(): Promise<number> {
  const start = times();
  await delay(2_000);
  const end = times();
  return 1 - (end.idle - start.idle) / (end.all - start.all);
}

function times(): { readonly idle: number; readonly all: number } {
  const each = cpus().map(({ times }) => times);
  const idle = each.reduce((sum, time) => sum + time.idle, 0);
  const all = each.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle);
  return { idle, all };
}
