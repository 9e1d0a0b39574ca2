// `pnpm bench` [client | server] [measure …] [--quick]: measures ours beside the peers and says which
// limits are met. A benchmark reports and is no test, so it ends well whatever it found.
import process from 'node:process';
import { runBench } from './bench.ts';
import { client } from './client/bench.ts';
import { server } from './server/bench.ts';

const words = process.argv.slice(2).filter((word) => word !== '--');
const quick = words.includes('--quick');
const names = words.filter((word) => !word.startsWith('--'));
const sides = { client, server };
const measures = [...client.measures, ...server.measures].map(({ id }) => id);
const unknown = names.filter((name) => !Object.hasOwn(sides, name) && !measures.includes(name));
if (unknown.length > 0) {
  throw new Error(`No measure ${unknown.join()}; there are ${measures.join(', ')}.`);
}
const only = names.filter((name) => measures.includes(name));
const isAsked = (side: string, ids: readonly { readonly id: string }[]): boolean =>
  names.length === 0 || names.includes(side) || ids.some(({ id }) => only.includes(id));

if (isAsked('client', client.measures)) await runBench(client, { quick, only });
if (isAsked('server', server.measures)) await runBench(server, { quick, only });
