import { invalidConfig, WalletServerError } from '../errors.ts';

/** The part of `node:fs` that is needed. */
interface Files {
  readonly statSync: (
    path: string,
    options: { readonly bigint: true; readonly throwIfNoEntry: false },
  ) => { readonly dev: bigint; readonly ino: bigint; readonly size: bigint } | undefined;
}

const statOptions = { bigint: true, throwIfNoEntry: false } as const;

/** Where a database is: the path by which it was opened, and the file that SQLite found there behind all links. */
export interface Place {
  readonly path: string;
  readonly file: string;
}

const restore =
  'If it is lost, leave the server running, and read what the guide says about a lost SQLite file.';

/** What has happened, and what to do. Pages see both, so neither names the path. */
const losses = {
  gone: [
    'The payment database was moved or deleted while it was open.',
    `Move the same file back to its place; payments then go on by themselves. ${restore}`,
  ],
  replaced: [
    'The payment database was replaced by another file while it was open.',
    `Put the file back that was open; payments then go on by themselves. ${restore}`,
  ],
  log: [
    'The -wal or -shm file of the payment database was moved, deleted or replaced while it was open.',
    'Stop the server by SIGTERM, which saves what it holds into the database, and start it again.',
  ],
} as const;

/**
 * Returns a check whether the files of an open database are still at their places. Elsewhere a payment would be
 * written to a file that the next process does not open, and the order could be paid again.
 *
 * It succeeds again once the very same files are back. That is safe: the connection never let go of them, so it has
 * all that they have, and SQLite's locks belong to a file and not to its name. A copy is another file.
 * @throws {WalletServerError} the check: `store_failed`.
 */
export function fileCheck({ statSync }: Files, { path, file }: Place): () => void {
  const identityOf = (name: string): string | null => {
    const stats = statSync(name, statOptions);
    return stats ? `${String(stats.dev)} ${String(stats.ino)}` : null;
  };
  const logs = [`${file}-wal`, `${file}-shm`];
  const openedIdentity = identityOf(path);
  const openedLogs = logs.map(identityOf);
  return () => {
    const current = identityOf(path);
    if (current === null) throw lost('gone');
    if (current !== openedIdentity) throw lost('replaced');
    for (const [index, name] of logs.entries()) {
      const log = openedLogs[index] ?? null;
      // A file system without shared memory has none.
      if (log !== null && identityOf(name) !== log) throw lost('log');
    }
  };
}

function lost(loss: keyof typeof losses): WalletServerError {
  const [message, suggestion] = losses[loss];
  return new WalletServerError('store_failed', message, { suggestion });
}

/**
 * Refuses to make a database anew beside the log of an earlier one, which SQLite would delete with all that it holds.
 * @throws {WalletServerError} `config_invalid`.
 */
export function checkLeftLog({ statSync }: Files, path: string): void {
  const hasContent = (name: string): boolean => (statSync(name, statOptions)?.size ?? 0n) > 0n;
  if (hasContent(path) || !hasContent(`${path}-wal`)) return;
  throw invalidConfig('The payment database is missing, but its -wal file is still there.', {
    suggestion: 'Move the database back beside it. Only if no payment was ever taken, delete it.',
  });
}
