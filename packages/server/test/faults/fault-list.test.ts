import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faultIds } from './fault-point.ts';
import { deadEnds, interferences } from './network-fault.ts';

/** Every numbered fault that the server was designed against. */
const all = `
  P0 P1 P2 P3 P4 P5 P6 P7  S0 S1 S2  V0 V1  W0 W1 W2 W3 W4 W5 W6  R0 R1 R2 R3  Q0
  N1 N2 N3 N4 N5 N6 N7 N8 N9 N10 N11 N12 N13 N14 N15 N16 N17`;

test('every fault has its test', () => {
  const source = readFileSync(new URL('network.test.ts', import.meta.url), 'utf8');
  const single = [...source.matchAll(/^ {2}test\('(N\d+): /gm)].map(([, id]) => id);
  const tested = [...faultIds, ...Object.keys({ ...deadEnds, ...interferences }), ...single];
  const missing = all.match(/[A-Z]\d+/g)?.filter((id) => !tested.includes(id));
  assert.deepEqual(missing, []);
});
