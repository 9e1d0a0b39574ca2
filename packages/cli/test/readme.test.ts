import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pemSigner } from '@wallet-buttons/server';
import { examplesIn, outputOf, stable } from './examples.ts';
import { payInto } from './paid.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const body = '{"id":"s-1","status":"paid","amount":"199.90"}';
const recording = [
  { operation: 'getStatus', status: 200, answer: { status: 'paid', external_id: 'redacted-1' } },
  { operation: 'payToken', status: 200, answer: { data: { status: 'paid' } } },
];

describe('each example of the README', () => {
  const home = process.cwd();
  const place = mkdtempSync(join(tmpdir(), 'wallet-buttons-readme-'));
  before(async () => {
    process.chdir(place);
    writeFileSync('body.json', body);
    writeFileSync('recording.json', JSON.stringify(recording));
    await payInto('payments.db', 'A-1001');
    await payInto('payments.db', 'A-1002', { status: 'paid', amount: '1.00' });
  });
  after(() => {
    process.chdir(home);
    rmSync(place, { recursive: true });
  });

  for (const { command, output } of examplesIn(readme)) {
    it(command, async () => {
      const variables: Record<string, string> = {};
      if (command.includes('$SIGNATURE')) {
        const signer = pemSigner(readFileSync('merchant-private.pem', 'utf8'));
        variables['SIGNATURE'] = await signer.sign(new TextEncoder().encode(body));
      }
      assert.equal(stable(await outputOf(command, variables)), stable(output));
    });
  }
});
