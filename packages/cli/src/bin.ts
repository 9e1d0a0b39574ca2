#!/usr/bin/env node
import { completeOldNode, isOld, remedyFor } from './older-node.ts';

// The reader has closed the pipe, as head does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.stderr.write(code === 'EPIPE' ? '' : `error: The result cannot be written (${code}).\n`);
  process.exit(1);
});

completeOldNode();
try {
  // Loaded after that, because its modules use it.
  const { main } = await import('./main.ts');
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!isOld) throw error;
  process.stderr.write(`${remedyFor('the command line').join('\n')}\n`);
  process.exitCode = 2;
}
