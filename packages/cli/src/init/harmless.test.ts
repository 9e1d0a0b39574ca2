import assert from 'node:assert/strict';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { diffArrays } from 'diff';
import { addressKinds } from '../../test/kinds/addresses.ts';
import { fileKinds } from '../../test/kinds/files.ts';
import { frameworkKinds } from '../../test/kinds/frameworks.ts';
import { type Kind, writeKind } from '../../test/kinds/kind.ts';
import { workspaceKinds } from '../../test/kinds/workspaces.ts';
import { jsonFrom, run } from '../../test/run.ts';

/** All files below a folder, a letter a byte; of a link its target. */
async function filesIn(place: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const links: string[] = [];
  for (const path of (await readdir(place, { recursive: true })).toSorted()) {
    if (links.some((link) => path.startsWith(`${link}/`))) continue;
    const stats = await lstat(join(place, path));
    const mode = String(stats.mode);
    if (stats.isSymbolicLink()) {
      links.push(path);
      files.set(path, `-> ${await readlink(join(place, path))}`);
    } else if (stats.isFile())
      files.set(path, `${mode}\n${await readFile(join(place, path), 'latin1')}`);
  }
  return files;
}

/** The lines of each change that `init` showed, with their signs. */
function announcedIn(output: string): ReadonlyMap<string, readonly string[]> {
  const sections = [...output.matchAll(/^(?:change|new file) (\S+)\n((?:[-+ \\] .*(?:\n|$))*)/gm)];
  return new Map(
    sections.map(([, path = '', lines = '']) => [
      path,
      lines.split('\n').filter((line) => line !== ''),
    ]),
  );
}

const byteText = (text: string): string => Buffer.from(text).toString('latin1');
/** The byte order mark of UTF-8. */
const mark = '\u00ef\u00bb\u00bf';
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** The file was changed by the announced lines alone, each with the line end of the file. */
function checkEdit(
  path: string,
  before: string,
  after: string,
  announced: readonly string[],
): void {
  const announcedLines = announced.map(byteText);
  const isCrlf = before.includes('\r\n');
  assert.equal(before.includes(mark), after.includes(mark), `${path}: its byte order mark`);
  const [oldLines, newLines] = [before, after].map((text) => [...linesOf(text.replace(mark, ''))]);
  for (const { added, removed, value } of diffArrays(oldLines ?? [], newLines ?? [])) {
    if (!added && !removed) continue;
    for (const line of value) {
      const text = line.replace(/\r?\n$/, '');
      const sign = added ? '+' : '-';
      assert.ok(announcedLines.includes(`${sign} ${text}`), `${path}: ${sign} ${text}`);
      if (added) assert.equal(line.endsWith('\r\n'), isCrlf, `${path}: the end of ${text}`);
    }
  }
}

async function checkKind(kind: Kind): Promise<void> {
  const place = temporaryFolder();
  await writeKind(place, kind);
  const folder = kind.folder ?? '.';
  const before = await filesIn(place);
  const ran = await run('init', join(place, folder), '--yes', '--json');
  const after = await filesIn(place);
  if (kind.refusal !== undefined) {
    assert.equal(ran.code, 2, ran.out);
    assert.match(ran.err, kind.refusal);
    assert.deepEqual(after, before);
    return;
  }
  assert.equal(ran.code, 0, ran.err);
  const { files = [], addresses = [], steps = [] } = jsonFrom(ran) as Record<string, string[]>;
  const realFolder = before.has(folder) ? 'real' : folder;
  const pathsWritten = new Set(files.map((path) => join(realFolder, path)));
  const announced = announcedIn(ran.err);
  for (const [path, text] of before) {
    const present = after.get(path) ?? assert.fail(`${path} is gone`);
    if (!pathsWritten.has(path)) assert.equal(present, text, path);
    else
      checkEdit(
        path,
        text,
        present,
        announced.get(path.slice(realFolder === '.' ? 0 : realFolder.length + 1)) ?? [],
      );
  }
  const newPaths = [...after.keys()].filter((path) => !before.has(path));
  assert.deepEqual(
    newPaths.filter((path) => !pathsWritten.has(path)),
    [],
  );
  for (const path of files) assert.ok(announced.has(path), path);
  if (kind.step) assert.match(steps.join('\n'), kind.step);
  if (kind.edited !== undefined) assert.ok(files.includes(kind.edited), String(files));
  const { demo = '/wallet-demo', base = '/wallet' } = kind;
  assert.ok(addresses.includes(`${base}/*`), String(addresses));
  assert.ok(ran.err.includes(`It will answer at: ${addresses.join(', ')}.`));
  for (const address of [base, demo]) {
    if (address === demo && !addresses.includes(demo)) continue;
    const source = [...before.values()].join('\n');
    assert.ok(!new RegExp(`['"]${address}['"/]`).test(source), address);
  }
  await checkNewFiles(join(place, folder), files, base);
  // A second run finds all as it left it.
  const again = await run('init', join(place, folder), '--yes', '--json');
  assert.deepEqual([again.code, jsonFrom(again)['files']], [0, []], again.err);
}

/** No file that `init` wrote has an address that this project did not get. */
async function checkNewFiles(place: string, paths: readonly string[], base: string): Promise<void> {
  for (const path of paths) {
    const text = await readFile(join(place, path), 'utf8');
    if (!/(?:wallet|server|routes|pages|app)\//.test(path)) continue;
    if (base !== '/wallet') assert.doesNotMatch(text, /['"`}]\/wallet\/(?!\[)|'wallet\/\*'/, path);
    if (!/<wallet-(?:buttons|payment-status|a-button)/.test(text) || base === '/wallet') continue;
    assert.match(text, new RegExp(`backend(?:=|: )["']${base}["']`), path);
  }
}

describe('init harms nothing in', () => {
  for (const kind of [...frameworkKinds, ...addressKinds, ...fileKinds]) {
    it(kind.title, async () => checkKind(kind));
  }
});

describe('init harms nothing in a workspace:', () => {
  for (const kind of workspaceKinds) it(kind.title, async () => checkKind(kind));
});
