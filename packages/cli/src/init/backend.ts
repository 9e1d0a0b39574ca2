import type { Files } from './recipe.ts';
import { walletFile } from './wallet-file.ts';

/** The program that serves the endpoints and the additions of `own`. @param extension of imports between files. */
export function startFile(extension: string, load = '', own = 'payments'): string {
  return `import { createServer } from 'node:http';
import { toNodeListener } from '@wallet-buttons/server/node';
${load}import { wallet } from './wallet${extension}';

const payments = toNodeListener(wallet);
const server = createServer(${own});
server.listen(Number(process.env.PORT ?? 3000));
process.once('SIGTERM', () => void payments.close(server));
`;
}

/** A backend beside a page that is only built. Node starts it directly. */
export function backendFiles(extension: string): Files {
  return {
    [`server/wallet${extension}`]: walletFile(),
    [`server/start${extension}`]: startFile(extension),
  };
}

/** The command that starts that backend. */
export function backendStep(extension: string): string {
  return `In a third terminal: node --env-file=.env server/start${extension}`;
}
