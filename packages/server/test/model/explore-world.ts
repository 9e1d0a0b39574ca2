/** Explores one world in a process of its own, and prints what it found. */
import { explore } from './explore.ts';
import { worlds } from './worlds.ts';

const { alphabet, depth, begin } = worlds[process.argv[2] ?? ''] ?? {};
if (!alphabet || depth === undefined || !begin) throw new Error('Name a world.');
const { states, broken } = explore(alphabet, depth, begin());
const report = broken && { promise: broken.promise, way: broken.way };
console.log(JSON.stringify({ states, depth, broken: report }));
