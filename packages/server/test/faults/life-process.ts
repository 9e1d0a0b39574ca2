/** One life of a server in a process of its own: says where it listens, and when its fault happens. */
import { writeSync } from 'node:fs';
import { type LifeOptions, startLife } from './life.ts';

const options = JSON.parse(process.argv[2] ?? '') as LifeOptions;
// Written at once: after it the process may be dead.
const say = (word: string): number => writeSync(1, `${word}\n`);
const life = await startLife(options, { alone: true, onHit: () => say('hit') });
process.once('SIGTERM', () => {
  life.injector.stopping();
  void life.end().then(() => process.exit());
});
say(life.url);
// The process that started it is gone.
process.stdin.resume().once('end', () => process.exit(1));
