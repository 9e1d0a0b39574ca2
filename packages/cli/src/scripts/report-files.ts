import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, emptyPath, makeFolder, objectOf, writeNew } from '../files.ts';
import { UsageError } from '../report.ts';
import type { Inventory } from './inventory.ts';
import { markdownOf } from './markdown.ts';
import type { ScriptsReport } from './report.ts';

/** The names of the reports in a folder, the newest last. @throws {UsageError} if it cannot be read. */
export async function reportsIn(folder: string): Promise<readonly string[]> {
  if (folder === '') throw emptyPath();
  const files = await readdir(folder).catch((error: unknown): readonly string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new UsageError(`${folder} cannot be read (${codeOf(error)}). Give a folder.`);
  });
  return files.filter((name) => /^\d{4}-.*Z\.json$/.test(name)).toSorted();
}

/** The newest report of a page in a folder; `null` for the first. */
export async function lastReport(folder: string, page: string): Promise<Inventory | null> {
  const reports = await reportsIn(folder);
  for (const name of reports.toReversed()) {
    const report = (await objectOf(join(folder, name))) as unknown as Inventory;
    if (report.page === page) return report;
  }
  return null;
}

/** Writes a report twice: for a person and for a program. Answers both paths. */
export async function writeReport(
  folder: string,
  report: ScriptsReport,
): Promise<readonly string[]> {
  await makeFolder(folder);
  const name = join(folder, report.time.replaceAll(':', '-'));
  const markdown = `${name}.md`;
  const json = `${name}.json`;
  await writeNew(markdown, markdownOf(report));
  await writeNew(json, `${JSON.stringify(report, null, 2)}\n`);
  return [markdown, json];
}
