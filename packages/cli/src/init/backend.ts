import type { Files } from './recipe.ts';
import { template, withImports } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** A backend beside a page that is only built. Node starts it directly. @param extension of imports between files. */
export function backendFiles(extension: string): Files {
  return {
    [`server/wallet${extension}`]: walletFile(),
    [`server/start${extension}`]: withImports(template('backend/start.js'), extension),
  };
}

/** The command that starts that backend. */
export function backendStep(extension: string): string {
  return `In a third terminal: node --env-file=.env server/start${extension}`;
}
