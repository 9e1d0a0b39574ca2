import { readFile } from 'node:fs/promises';

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** One file of the sandbox's page. */
export interface PageFile {
  readonly type: string;
  readonly body: Uint8Array;
}

/** The file at a path of the service; undefined if the page has no such file, or is not built. */
export async function readPageFile(path: string): Promise<PageFile | undefined> {
  const file = Object.hasOwn(files, path) ? files[path] : undefined;
  if (file === undefined) return undefined;
  const [name, type] = file;
  try {
    // From `src` and from `dist` alike, the built page is in `dist/page`.
    return { type, body: await readFile(new URL(`../dist/page/${name}`, import.meta.url)) };
  } catch {
    return undefined;
  }
}
