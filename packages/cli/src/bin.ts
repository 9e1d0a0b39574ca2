#!/usr/bin/env node
import { main } from './main.ts';

// The reader has closed the pipe, as head does.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.stderr.write(code === 'EPIPE' ? '' : `error: The result cannot be written (${code}).\n`);
  process.exit(1);
});

process.exitCode = await main(process.argv.slice(2));
