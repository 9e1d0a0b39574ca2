import { readFileSync } from 'node:fs';
import type { ProfileOverrides } from '@wallet-buttons/protocol';

/** The parts of the wire profile in a file, for example another wallet. An empty file name gives the default profile. */
export function profileIn(file: string): ProfileOverrides {
  return file === '' ? {} : (JSON.parse(readFileSync(file, 'utf8')) as ProfileOverrides);
}
