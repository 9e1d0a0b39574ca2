import { createRequire } from 'node:module';
import { codeOf } from './files.ts';
import { UsageError } from './report.ts';

/**
 * A package that few commands need, from the present folder, which is the shop's own, or else from beside this package.
 * @param purpose as in "For PostgreSQL the package pg is missing".
 * @throws {UsageError} if it is in neither.
 */
export function peer(purpose: string, name: string): unknown {
  for (const base of [`${process.cwd()}/`, import.meta.url]) {
    try {
      return createRequire(base)(name);
    } catch (error) {
      if (codeOf(error) !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  const packageName = name.replace(/\/.*/, '');
  throw new UsageError(
    `For ${purpose} the package ${packageName} is missing. Run npm install ${packageName} in the folder of your server, and this command there.`,
  );
}
