#!/usr/bin/env node
import { main } from './cli/main.ts';

// The reader has closed the pipe, as head does.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  process.stderr.write(code === 'EPIPE' ? '' : `${message}\n`);
  process.exit(1);
});

process.exitCode = await main(process.argv.slice(2));
