import { createRequire } from 'node:module';
import { codeOf } from '../files.ts';
import { UsageError } from '../report.ts';

/** The database does not answer, or refuses this user; a later try may succeed. */
export class UnreadableError extends UsageError {}

/** The driver of the present folder, which is the shop's own, else one beside this package. */
export function driver(database: string, name: string): unknown {
  for (const from of [`${process.cwd()}/`, import.meta.url]) {
    try {
      return createRequire(from)(name);
    } catch (error) {
      if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  const [installed] = name.split('/');
  throw new UsageError(
    `For ${database} the package ${String(installed)} is missing. Run npm install ${String(installed)} in the folder of your server, and this command there.`,
  );
}
