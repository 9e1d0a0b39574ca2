/**
 * Chaos for the sidecar: `EPISODES=500` in all, over `ENGINES` (SQLite, PostgreSQL and MariaDB by default), the first
 * with `SEED`. In each episode the sidecar, the shop, the database or the payment service is killed while orders are
 * paid. No episode begins after `MINUTES` (60). It ends with 1 if service, sidecar and shop differ.
 */
import { chaos } from './chaos.ts';
import { type EngineName, engines } from './world.ts';

const { EPISODES = '60', MINUTES = '60', SEED, ENGINES = engines.join(' ') } = process.env;
const seed = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
const chosenEngines = ENGINES.split(' ').map((name) => {
  const engine = engines.find((each) => each === name);
  if (!engine) throw new RangeError(`There is no engine "${name}".`);
  return engine;
});
const limit = (Number(MINUTES) * 60_000) / chosenEngines.length;
const share = Math.ceil(Number(EPISODES) / chosenEngines.length);

async function run(engine: EngineName, engineSeed: number): Promise<boolean> {
  const settings = `ENGINES=${engine} SEED=${String(engineSeed)} EPISODES=${String(share)}`;
  console.log(settings);
  const begin = performance.now();
  const onEpisode = (episode: number, part: string): void => {
    if (episode % 10 === 0) console.log(`  ${engine}: ${String(episode)} episodes (${part})`);
  };
  const { problems, ...result } = await chaos({
    engine,
    episodes: share,
    seed: engineSeed,
    limit,
    onEpisode,
  });
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  console.log(engine, result, `${minutes} minutes`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) console.log(`again: ${settings} pnpm test:sidecar:chaos`);
  return problems.length === 0 && result.charges > 0;
}

// An exit ends the processes of the run, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

let isGood = true;
for (const [index, engine] of chosenEngines.entries()) {
  isGood = (await run(engine, seed + index)) && isGood;
}
process.exitCode = isGood ? 0 : 1;
