import { dirname, join } from 'node:path';
import { Option } from 'commander';
import { emptyPath, makeFolder, writeNew, writeText } from '../files.ts';
import { type AddCommand, UsageError } from '../report.ts';
import type { Change } from './change.ts';
import { planFor } from './plan.ts';
import { type Project, projectIn } from './project.ts';
import { bytesFor } from './project-file.ts';
import { type Framework, frameworks, isLanguage } from './signs.ts';

interface Options {
  readonly framework?: Framework;
  readonly yes?: boolean;
}

/** `init`: page, route and settings for a project, shown before they are written. */
export const addInit: AddCommand = (program, print, { err, ask }) => {
  program
    .command('init [folder]')
    .description('write page, route and .env.example into a project; shows them first, and asks')
    .addOption(new Option('--framework <name>', 'instead of the detected one').choices(frameworks))
    .option('--yes', 'write without asking')
    .action(async (path: string | undefined, { framework, yes = false }: Options) => {
      const folder = path ?? '.';
      if (folder === '') throw emptyPath();
      const project = await projectIn(folder, framework);
      const { changes, steps, addresses } = await planFor(project);
      const files = changes.map(({ path }) => path);
      const view = { framework: project.framework, files, addresses, steps };
      if (changes.length === 0) {
        const lines = [`${project.framework}: all files are there already.`, ...list(steps)];
        print({ json: { ...view, written: false }, lines });
        return;
      }
      err(`Found: ${nameOf(project)}.\n`);
      if (addresses.length > 0) err(`It will answer at: ${addresses.join(', ')}.\n`);
      err('\n');
      // Loaded only here, because nothing else needs the library.
      const { differenceOf } = await import('./difference.ts');
      for (const change of changes) err(`${differenceOf(change)}\n\n`);
      const question = `Write ${files.length === 1 ? 'this file' : `these ${String(files.length)} files`}?`;
      if (!yes && !ask) {
        throw new UsageError(
          'Nothing was written: there is no terminal to ask in. Run init again with --yes.',
        );
      }
      if (!yes && !(await ask?.(question))) {
        print({ json: { ...view, written: false }, lines: ['Nothing was written.'] });
        return;
      }
      await writeAll(folder, changes);
      const lines = [...files.map((path) => `wrote ${path}`), '', 'Next:', ...list(steps)];
      print({ json: { ...view, written: true }, lines });
    });
};

/** Writes one file after another. @throws {UsageError} that says which are written, if one cannot be. */
async function writeAll(folder: string, changes: readonly Change[]): Promise<void> {
  const writtenPaths: string[] = [];
  for (const { path, before, after, format } of changes) {
    const file = join(folder, path);
    try {
      await makeFolder(dirname(file));
      if (before === null) await writeNew(file, after);
      else await writeText(file, bytesFor(after, format));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const progress =
        writtenPaths.length === 0
          ? 'Nothing was written.'
          : `Already written: ${writtenPaths.join(', ')}. Then run init again: it keeps them.`;
      throw new UsageError(`${error.message} ${progress}`);
    }
    writtenPaths.push(path);
  }
}

function nameOf({ framework, isUnknown, isTypeScript }: Project): string {
  if (isLanguage(framework)) return framework;
  const name = isUnknown
    ? 'no framework that init knows, so these are plain pages with a server of their own'
    : framework;
  return `${name}, ${isTypeScript ? 'TypeScript' : 'JavaScript'}`;
}

/** The further lines of a step, such as an edit, are indented. */
function list(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step, index) => {
    const [first = '', ...rest] = step.split('\n');
    return [`${String(index + 1)}. ${first}`, ...rest.map((line) => `   ${line}`)];
  });
}
