import { readFileSync } from 'node:fs';
import type { ProfileOverrides } from '@wallet-buttons/protocol';

/** The parts of the wire profile that a file names, for example another wallet; without a file there are none. */
export function profileIn(file: string): ProfileOverrides {
  return file === '' ? {} : (JSON.parse(readFileSync(file, 'utf8')) as ProfileOverrides);
}
