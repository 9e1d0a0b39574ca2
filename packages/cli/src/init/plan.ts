import { join } from 'node:path';
import { UsageError } from '../report.ts';
import { type Change, textOrNull, withLines } from './change.ts';
import { editsOf } from './edits.ts';
import { nextFiles } from './next-files.ts';
import type { Project } from './project.ts';
import { serverFiles } from './server-files.ts';
import { viteFiles } from './vite-files.ts';

/** What has to be written, and what was left to the user. Files that are as they should be are not in it. */
export interface Plan {
  readonly changes: readonly Change[];
  readonly steps: readonly string[];
}

/** @throws {UsageError} where a file of another content stands in the way. */
export async function planFor(project: Project): Promise<Plan> {
  const { framework, isTypeScript } = project;
  const own =
    framework === 'next'
      ? nextFiles(project)
      : { ...serverFiles(project), ...viteFiles(framework, isTypeScript) };
  const files = { ...own, '.env.example': environmentOf(project) };
  const changes: Change[] = [];
  const taken: string[] = [];
  for (const [path, after] of Object.entries(files)) {
    const before = await textOrNull(join(project.folder, path));
    if (before === null) changes.push({ path, before, after });
    else if (path === '.env.example')
      changes.push({ path, before, after: withLines(before, after) });
    else if (before !== after) taken.push(path);
  }
  if (taken.length > 0) {
    throw new UsageError(
      `${taken.join(', ')} ${taken.length === 1 ? 'exists' : 'exist'} with another content. Nothing was written: move it away, and run init again.`,
    );
  }
  const { edits, steps } = await editsOf(project);
  changes.push(...edits);
  return { changes: changes.filter(({ before, after }) => before !== after), steps };
}

/** The settings: those of the sandbox, so that the first payment needs nothing else. */
function environmentOf({ framework: name }: Project): string {
  const port = name.startsWith('vite') ? 5173 : 3000;
  const sandbox = name.startsWith('vite') ? 'VITE_SANDBOX_URL' : 'SANDBOX_URL';
  return `# Wallet buttons, for tries with: npx @wallet-buttons/sandbox
SERVICE_URL=http://127.0.0.1:4010
MERCHANT_ID=shop-1
MERCHANT_KEY_FILE=.wallet-sandbox/merchant-private.pem
SERVICE_KEY_FILE=.wallet-sandbox/service-public.pem
SHOP_URL=http://localhost:${String(port)}
# The sandbox plays both wallets. Not in production.
${sandbox}=http://127.0.0.1:4010
`;
}
