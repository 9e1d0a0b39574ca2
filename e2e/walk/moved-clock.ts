/** Preloaded by a backend of a walk: its store's clock is ahead by the milliseconds that a file names. */
import { readFileSync } from 'node:fs';

const { CLOCK_FILE = '' } = process.env;
const origin = performance.timeOrigin;
let ahead = 0;

read();
setInterval(read, 50).unref();
Object.defineProperty(performance, 'timeOrigin', { get: () => origin + ahead });

function read(): void {
  const text = readFileSync(CLOCK_FILE, 'utf8');
  // The file is empty while it is written.
  if (text !== '') ahead = Number(text);
}
