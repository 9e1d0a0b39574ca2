import assert from 'node:assert/strict';
import { it } from 'node:test';
import { unreadable } from './files.ts';

it('a pipe that has to be read twice is an error that says what to do', () => {
  const error = Object.assign(new Error('invalid seek'), { code: 'ESPIPE' });
  const { message } = unreadable('/dev/fd/63', error);
  assert.equal(message, '/dev/fd/63 is a pipe. Save what comes through it in a file first.');
});
