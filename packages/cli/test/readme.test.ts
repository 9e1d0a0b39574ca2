import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pemSigner } from '@wallet-buttons/service-client';
import { repository } from '../src/repository.ts';
import type { Approvals } from '../src/scripts/approvals.ts';
import { examplesIn, outputOf, stable } from './examples.ts';
import { payInto, sendInto } from './paid.ts';

// Packing writes the owner of the repository into the READMEs.
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replaceAll(
  'https://github.com/OWNER/wallet-buttons',
  repository,
);
const body = '{"id":"s-1","status":"paid","amount":"199.90"}';
const recording = [
  { operation: 'getStatus', status: 200, answer: { status: 'paid', external_id: 'redacted-1' } },
  { operation: 'payToken', status: 200, answer: { data: { status: 'paid' } } },
];

/** What a person does with the proposed list. */
function review(file: string): void {
  const approval = { purpose: 'It sells.', approvedBy: 'O. Koval', approvedAt: '2026-11-22' };
  const { scripts, headers } = JSON.parse(readFileSync(file, 'utf8')) as Approvals;
  writeFileSync(
    file,
    JSON.stringify({ scripts: scripts.map((each) => ({ ...each, ...approval })), headers }),
  );
}

describe('each example of the README', () => {
  const shop = createServer(({ url }, response) => {
    const page = '<!doctype html><script src="/shop.js"></script>';
    response.setHeader('content-security-policy', "object-src 'none'");
    response.setHeader('content-type', url === '/shop.js' ? 'text/javascript' : 'text/html');
    response.end(url === '/shop.js' ? 'let open' : page);
  });
  let origin = '';
  const home = process.cwd();
  const place = mkdtempSync(join(tmpdir(), 'wallet-buttons-readme-'));
  before(async () => {
    process.chdir(place);
    mkdirSync('shop');
    writeFileSync('shop/index.html', '<!doctype html><title>Shop</title>');
    writeFileSync('body.json', body);
    writeFileSync('recording.json', JSON.stringify(recording));
    await payInto('payments.db', 'A-1001');
    await payInto('payments.db', 'A-1002', { status: 'paid', amount: '1.00' });
    await sendInto('payments.db', 'A-1003', 'report', {
      wallet: 'wallet-b',
      phase: 'readiness',
      origin: 'network',
      code: 'script-load',
      cause_code: 'TypeError',
      tag_version: '1.2.0',
      api_version: '2.0',
    });
    const createdAt = new Date().toISOString();
    const rows = [
      'created_at,id,reference,amount,refunded_amount,currency,status,fee',
      `${createdAt},77,A-1001,199.90,50.00,UAH,paid,3.00`,
      `${createdAt},78,A-1002,1.00,0.00,UAH,paid,`,
    ];
    writeFileSync('november.csv', rows.join('\n'));
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${String((shop.address() as AddressInfo).port)}`;
  });
  after(() => {
    shop.closeAllConnections();
    shop.close();
    process.chdir(home);
    rmSync(place, { recursive: true });
  });

  it('is the help, with each command', async () => {
    const [, command = ''] = /```sh\n(.*)\n```/.exec(readme) ?? [];
    assert.equal(command, 'npx @wallet-buttons/cli --help');
    const help = await outputOf('wallet-buttons --help', {});
    for (const [, name = ''] of readme.matchAll(/^## (\w+)/gm))
      assert.match(help, new RegExp(`^  ${name} `, 'm'));
  });

  it('is one of a language that a test runs', () => {
    const languages = Array.from(readme.matchAll(/^```(\w+)$/gm), ([, language]) => language);
    // `sh` is above, `ts` is in playback.test.ts.
    assert.deepEqual([...new Set(languages)].sort(), ['console', 'sh', 'ts']);
  });

  // Those with PostgreSQL are in postgres.slow.test.ts.
  const examples = examplesIn(readme).filter(({ command }) => !command.includes('$DATABASE_URL'));
  for (const { command, output } of examples) {
    it(command, async () => {
      const variables: Record<string, string> = {};
      if (command.includes('$SIGNATURE')) {
        const signer = pemSigner(readFileSync('merchant-private.pem', 'utf8'));
        variables['SIGNATURE'] = await signer.sign(new TextEncoder().encode(body));
      }
      if (command.includes('--approvals')) review('payment-page.json');
      const local = command.replace('http://localhost:5173', origin);
      const real = (await outputOf(local, variables)).replaceAll(origin, 'http://localhost:5173');
      assert.equal(stable(real), stable(output));
    });
  }
});
