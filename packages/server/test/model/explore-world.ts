import { explore, type Explored } from './explore.ts';
import { worlds } from './worlds.ts';

export function exploreWorld(name: string): Explored {
  const world = worlds[name];
  if (!world) throw new Error(`There is no world "${name}".`);
  return explore(world.alphabet, world.depth, world.begin());
}
