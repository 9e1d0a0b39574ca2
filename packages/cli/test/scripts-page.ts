import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Approvals, Judged } from '../src/scripts/approvals.ts';
import type { Item } from '../src/scripts/inventory.ts';
import { jsonFrom, listen, type Run, run } from './run.ts';

export type Files = Readonly<Record<string, string>>;

/** A page with a script of each kind, and a frame of another origin. */
const files = (frame: string): Files => ({
  '/': `<!doctype html><title>Checkout</title>
    <script type="importmap">{"imports":{"b":"/b.js"}}</script>
    <script>window.one = 1</script>
    <script>window.order = 'VARIES'</script>
    <script type="module" src="/a.js?order=A-1001"></script>
    <button onclick="window.two = 2">Pay</button>
    <iframe src="${frame}"></iframe>`,
  '/a.js': `import 'b'; new Worker('/worker.js'); new SharedWorker('/shared.js');
    navigator.serviceWorker.register('/service.js'); new Function('return 3')();
    import(URL.createObjectURL(new Blob(['export {}'], { type: 'text/javascript' })));
    const made = document.createElement('script'); made.textContent = 'window.four = 4';
    document.body.append(made);`,
  '/b.js': 'export {}',
  '/worker.js': 'importScripts("/part.js")',
  '/shared.js': '5',
  '/service.js': '6',
  '/part.js': '7',
  '/frame': '<!doctype html><script>window.theirs = 8</script>',
});

const policy = { 'content-security-policy': "object-src 'none'" };

function serve(page: () => { readonly files: Files; readonly headers?: Files }): RequestListener {
  let loads = 0;
  return ({ url = '' }, response) => {
    const { files: all, headers = policy } = page();
    const path = url.replace(/\?.*/, '');
    const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
    loads += 1;
    const content = all[path];
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': type, ...headers });
    response.end(content?.replace('VARIES', String(loads)));
  };
}

/** The page on one address, the frame on another one. */
export async function shop(
  test: TestContext,
  change: (ownFiles: Files) => { readonly files: Files; readonly headers?: Files } = (
    ownFiles,
  ) => ({
    files: ownFiles,
  }),
): Promise<string> {
  const other = await listen(test, createServer(serve(() => ({ files: files('') }))));
  const pageFiles = files(`${other}/frame`);
  const url = await listen(test, createServer(serve(() => change(pageFiles))));
  return `${url.replace('127.0.0.1', 'localhost')}/`;
}

/** The part of a report as JSON that the tests read. */
export interface Seen {
  readonly items: readonly Item[];
  readonly foreign: readonly Item[];
  readonly browser: string;
  readonly judged: readonly Judged[];
  readonly changes: readonly object[];
}

export const seenIn = (ran: Run): Seen => jsonFrom(ran) as unknown as Seen;

/** Results by the names of what was judged, without the addresses of the test's servers. */
export function resultsOf(ran: Run, url: string): Record<string, string> {
  return Object.fromEntries(
    seenIn(ran).judged.map(({ name, result }) => [
      name.replace(url, '/').replace(/http:\/\/127[^/]*/, 'other'),
      result,
    ]),
  );
}

/** Approves all that a look at the page proposes; answers the path of the list. */
export async function approved(
  url: string,
  place: string,
  ...args: readonly string[]
): Promise<string> {
  const [list, filled] = [join(place, 'list.json'), join(place, 'approvals.json')];
  assert.equal((await run('scripts', url, '--propose', list, ...args)).code, 1);
  const { scripts, headers } = JSON.parse(await readFile(list, 'utf8')) as Approvals;
  const approval = { purpose: 'It sells.', approvedBy: 'O. Koval', approvedAt: '2026-11-22' };
  const all = { scripts: scripts.map((script) => ({ ...script, ...approval })), headers };
  await writeFile(filled, JSON.stringify(all));
  return filled;
}
