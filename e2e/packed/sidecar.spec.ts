import { expect, test } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line no-restricted-imports -- the ports of the server's tests
import { freePort } from '../../packages/server/test/postgres.ts';
import { answers, packed, run, start } from './shop.ts';
import { openTerminal } from './terminal.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../packages/sidecar/${path}`, import.meta.url), 'utf8');
const readme = read('README.md');
const fences = (language: string): readonly string[] =>
  Array.from(
    readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm')),
    ([, text = '']) => text.trim(),
  );
const [
  install = '',
  sandbox = '',
  copy = '',
  php = '',
  python = '',
  sidecar = '',
  hold = '',
  money = '',
] = fences('sh');
const [json = ''] = fences('json');

const ports = ['4010', '8080', '8700', '8701'];
/** The packages come from this checkout. */
const fromTarballs = (text: string): string =>
  text.replace(
    /^npm install .*$/m,
    `npm install --no-audit --no-fund --prefer-offline ${packed().join(' ')}`,
  );
/** The defaults of all three programs, which the text does not name. */
const settings = (adapt: (text: string) => string) => ({
  PORT: adapt('8080'),
  WALLET_PUBLIC_PORT: adapt('8700'),
  WALLET_PRIVATE_PORT: adapt('8701'),
});

for (const [language, shop] of Object.entries({ PHP: php, Python: python })) {
  test(`sidecar: the README leads to a paid, captured and part-refunded order in ${language}`, async ({
    page,
  }) => {
    const terminal = await openTerminal(ports, settings, fromTarballs);
    const { own, type, open } = terminal;
    const folder = terminal.folder();
    await using stack = new AsyncDisposableStack();
    await test.step('installs', async () => type(install));
    await test.step('starts the payment service and the shop', async () => {
      stack.use(open(sandbox));
      await answers(own('http://127.0.0.1:4010/'));
      await type(copy);
      // The page names two ports.
      writeFileSync(
        join(folder, 'page.html'),
        own(readFileSync(join(folder, 'page.html'), 'utf8')),
      );
      stack.use(open(shop));
      await answers(own('http://127.0.0.1:8080/'));
    });
    await test.step('checks and starts the sidecar', async () => {
      writeFileSync(join(folder, 'wallet.json'), own(json));
      const [check = '', begin = ''] = sidecar.split('\n');
      const output = await type(check);
      expect(output).not.toMatch(/FAIL|warn/);
      expect(output).toContain('The shop finds the order A-1001.');
      stack.use(open(begin));
      await answers(own('http://127.0.0.1:8701/healthz'));
    });
    await test.step('pays', async () => {
      await type(hold);
      await page.goto(own('http://localhost:8080'));
      await page.locator('wallet-b-button').getByRole('button').click();
      await walletSheet(page, 'B').pay();
      await page.locator('wallet-payment-status:state(authorized)').waitFor();
    });
    await test.step('captures, and refunds a part', async () => {
      const lines = money.split('\n');
      expect(lines).toHaveLength(2);
      for (const line of lines)
        expect(JSON.parse(await type(line))).toMatchObject({ state: 'done' });
      const [, , token] = readFileSync(join(folder, 'tokens.txt'), 'utf8').trim().split(' ');
      const headers = { authorization: `Bearer ${String(token)}` };
      const response = await fetch(own('http://127.0.0.1:8701/payments/A-1001'), { headers });
      const { amounts } = (await response.json()) as { readonly amounts: object };
      expect(amounts).toMatchObject({ charged: '199.90', refunded: '50.00' });
    });
    await stack.disposeAsync();
    rmSync(folder, { recursive: true });
  });
}

test('sidecar: the steps of its Dockerfile start it in an empty folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-image-'));
  // The folders of the image are below the one of the test.
  const relocate = (text: string): string =>
    text.replaceAll(/(?<![\w.])\/(app|data|etc)\b/g, `${folder}/$1`);
  const lines = read('deploy/Dockerfile').split('\n');
  const step = (name: string): string =>
    lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const [workFolder, port, privatePort] = [
    relocate(step('WORKDIR')),
    await freePort(),
    await freePort(),
  ];
  for (const path of [workFolder, relocate('/data'), relocate('/etc/wallet')])
    mkdirSync(path, { recursive: true });
  const variables = Object.fromEntries(
    step('ENV')
      .split(' ')
      .map((each) => relocate(each).split('=')),
  ) as Record<string, string>;
  const [, database = ''] =
    /^# docker run .*-e WALLET_DATABASE=(\S+)/m.exec(lines.join('\n')) ?? [];
  const files = {
    ...variables,
    WALLET_DATABASE: relocate(database),
    WALLET_PUBLIC_PORT: String(port),
    WALLET_PRIVATE_PORT: String(privatePort),
  };
  await test.step('installs', async () => {
    const [npm = ''] = step('RUN').split(' && ');
    expect(npm).toContain(' @wallet-buttons/sidecar ');
    const packages = packed().join(' ');
    await run(workFolder, 'bash', [
      '-ec',
      npm.replace('@wallet-buttons/sidecar', `--prefer-offline ${packages}`),
    ]);
  });
  await test.step('makes the keys and the configuration that are mounted', async () => {
    const etc = relocate('/etc/wallet');
    await run(etc, 'bash', [
      '-ec',
      'openssl genrsa -out key.pem 2048 && echo "whsec_$(openssl rand -base64 32)" > hooks.txt',
    ]);
    writeFileSync(
      join(etc, 'wallet.json'),
      JSON.stringify({
        service: { baseUrl: 'https://service.example', merchantId: 'shop-1', keyFile: 'key.pem' },
        callbackUrl: 'https://shop.example/wallet/webhook/v1',
        redirectUrl: 'https://shop.example/return',
        hooks: {
          findOrder: 'http://127.0.0.1:9/find-order',
          statusChange: 'http://127.0.0.1:9/status-change',
          secretsFile: 'hooks.txt',
        },
      }),
    );
  });
  await test.step('is healthy, serves the tags, and has its payments in the volume', async () => {
    const [program = '', ...args] = JSON.parse(step('CMD')) as readonly string[];
    await using sidecar = start(workFolder, program, args, { ...process.env, ...files });
    await answers(`http://127.0.0.1:${String(privatePort)}/healthz`);
    const [health = '', ...healthArgs] = JSON.parse(
      step('HEALTHCHECK').replace('CMD ', ''),
    ) as readonly string[];
    await run(
      workFolder,
      health,
      healthArgs.map((each) => each.replace('8701', String(privatePort))),
    );
    const tags = await fetch(`http://127.0.0.1:${String(port)}/wallet/tags.js`);
    expect(await tags.text(), sidecar.output()).toContain('wallet-a-button');
    expect(readFileSync(relocate('/data/payments.db')).byteLength).toBeGreaterThan(0);
  });
  rmSync(folder, { recursive: true });
});
