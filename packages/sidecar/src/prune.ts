import type { Settings } from './configuration/settings.ts';
import { databaseOf } from './database.ts';
import { KeyRing } from './key-ring.ts';
import { createLog, loggerOver } from './log.ts';
import { walletOf } from './wallet.ts';

/**
 * Deletes payments that ended without money before so many days, and shrinks paid ones, which stay closed. A sidecar may
 * run on the same database meanwhile. @returns how many.
 */
export async function prune(settings: Settings, days: number): Promise<number> {
  const database = databaseOf(settings.database);
  const wallet = walletOf(settings, {
    store: database.store,
    keys: new KeyRing(settings),
    logger: loggerOver(createLog(settings.logLevel)),
    trace: async (_, __, work) => work(),
    observeHook: async (_, work) => work(),
  });
  await wallet.start();
  try {
    return await wallet.prune({ before: new Date(Date.now() - days * 86_400_000), paid: true });
  } finally {
    await wallet.close();
    await database.close();
  }
}
