import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { paymentMutants } from '../test/backend/mutants/payments.ts';
import { ShopBackend } from '../test/backend/shop-backend.ts';
import { startBackend } from '../test/backend/start-backend.ts';
import { ensureKeys } from './cli/keys.ts';
import { main } from './cli/main.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));
let data: string;
let port: string;

describe('npx @wallet-buttons/sandbox', () => {
  beforeEach(async () => {
    data = temporaryFolder();
    port = String(await freePort());
  });

  it('serves service and page, and says what the backend needs', async (t) => {
    const { child, output } = start(t, {}, '--port', port, '--data', data);
    await until(() => output().includes('Ctrl-C'));
    for (const part of [`http://127.0.0.1:${port}`, 'shop-1', join(data, 'merchant-private.pem')]) {
      assert.ok(output().includes(part), `${part} is not in: ${output()}`);
    }
    assert.ok(!output().includes('PRIVATE KEY'));
    const setup = await fetch(`http://127.0.0.1:${port}/control/setup`);
    assert.equal(setup.status, 200);

    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 0);
  });

  it('opens the tokens of the gateway and terminal that are named', async (t) => {
    const options = ['--gateway', 'another', '--gateway-merchant-id', 'terminal-7'];
    const { output } = start(t, {}, '--port', port, '--data', data, ...options);
    await until(() => output().includes('Ctrl-C'));
    const answer = await fetch(`http://127.0.0.1:${port}/control/setup`);
    const { gateway, gatewayMerchantId } = (await answer.json()) as Record<string, unknown>;
    assert.deepEqual([gateway, gatewayMerchantId], ['another', 'terminal-7']);
  });

  it('says at the start which scenarios it has kept', async (t) => {
    const first = start(t, {}, '--port', port, '--data', data);
    await until(() => first.output().includes('Ctrl-C'));
    assert.doesNotMatch(first.output(), /in force/);
    for (const scenario of [{ answer: 'cut' }, { external_id: 'A-1', result: 'failed' }]) {
      await fetch(`http://127.0.0.1:${port}/control/scenario`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(scenario),
      });
    }
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    const second = start(t, {}, '--port', port, '--data', data);
    await until(() => second.output().includes('Ctrl-C'));
    assert.match(second.output(), /in force: every payment, A-1\.$/m);
  });

  it('makes two key pairs once, readable by their owner alone', async () => {
    const first = ensureKeys(data);
    const pem = await readFile(first.merchantPrivate, 'utf8');
    assert.match(pem, /BEGIN PRIVATE KEY/);
    assert.equal((await stat(first.merchantPrivate)).mode & 0o777, 0o600);
    assert.equal(await readFile(ensureKeys(data).merchantPrivate, 'utf8'), pem);
  });

  it('keeps a key that another process has just made, and completes the pair', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await writeFile(join(data, 'merchant-private.pem'), pem);
    const files = ensureKeys(data);
    assert.equal(await readFile(files.merchantPrivate, 'utf8'), pem);
    assert.ok(createPublicKey(await readFile(files.merchantPublic)).equals(publicKey));
  });

  it('says which option is wrong, with exit code 2', async (t) => {
    const wrong = join(data, 'wrong.json');
    await writeFile(wrong, '{"signing":{"hash":"MD5"}}');
    const lockedKey = join(data, 'locked.pem');
    const cipher = { cipher: 'aes-256-cbc', passphrase: 'secret' };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(lockedKey, privateKey.export({ type: 'pkcs8', format: 'pem', ...cipher }));
    const cut = await mkdtemp(join(data, 'cut-'));
    await writeFile(join(cut, 'merchant-private.pem'), '');
    const torn = await mkdtemp(join(data, 'torn-'));
    await writeFile(ensureKeys(torn).servicePrivate, '-----BEGIN PRIVATE KEY-----');
    for (const [args, says] of [
      [['--prot', '1'], /--prot/],
      [['--port', 'x'], /--port/],
      [['check'], /not a command/],
      [['conformance'], /not a command/],
      [['--currency', 'UHA'], /"UHA" is not in ISO 4217/],
      [['--profile', wrong], /signing\.hash/],
      [['--profile', join(data, 'none')], /cannot be read/],
      [['--merchant-key', wrong], /wrong\.json is not a key/],
      [['--data', cut], /merchant-private\.pem is not a key/],
      [['--data', torn], /service-private\.pem is not a key/],
      [['--only', 'pay'], /Unknown option '--only'/],
      [['--data', wrong], /^The folder .*wrong\.json of --data cannot be made \(EEXIST\)/],
      [['--data', ''], /^--data is empty: name a folder\.$/],
      [['--merchant-id', ''], /^--merchant-id is empty/],
      [['--gateway', ' '], /^--gateway is empty/],
      [['--gateway-merchant-id', ''], /^--gateway-merchant-id is empty/],
      [['--currency', 'uah'], /"uah" is not in ISO 4217.* write "UAH"/],
      [['--merchant-key', lockedKey], /locked\.pem .* passphrase/],
      [
        ['--public-url', 'localhost:4010/sandbox'],
        /--public-url "localhost:4010\/sandbox" .*\. Write http:\/\/localhost:4010\/sandbox\.$/,
      ],
      [
        ['conformance', 'localhost:8080/wallet'],
        /^The backend .* Write http:\/\/localhost:8080\/wallet\.$/,
      ],
      [['conformance', '127.0.0.1:8080'], /Write http:\/\/127\.0\.0\.1:8080\.$/],
      [['conformance', 'htp://localhost:8080'], /Write http:\/\/localhost:8080\.$/],
      [['conformance', 'http://'], /Write it like http:\/\/localhost:8080\/wallet\.$/],
    ] as const) {
      const { code, output } = await run(t, '--data', data, ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(output, says);
      assert.doesNotMatch(output, /^\s+at /m);
    }
  });

  it('ends where no folder can be made', async (t) => {
    const { child, output } = start(t, {}, '--data', '/proc/wallet-sandbox');
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 2);
    assert.match(
      output(),
      /^The folder \/proc\/wallet-sandbox of --data cannot be made \(ENOENT\)/m,
    );
  });

  it('says that it does not start in production, with exit code 2', async (t) => {
    const { child, output } = start(t, { NODE_ENV: 'production' }, '--data', data);
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 2);
    assert.match(output(), /^The sandbox does not start with NODE_ENV=production/m);
    assert.doesNotMatch(output(), /^\s+at /m);
  });

  it('keeps its folder out of Git', async () => {
    ensureKeys(data);
    assert.equal(await readFile(join(data, '.gitignore'), 'utf8'), '*\n');
  });

  it('leaves the .gitignore of a folder that has one as it is', async () => {
    await writeFile(join(data, '.gitignore'), 'node_modules\n');
    ensureKeys(data);
    assert.equal(await readFile(join(data, '.gitignore'), 'utf8'), 'node_modules\n');
  });
});

describe('npx @wallet-buttons/sandbox conformance', () => {
  beforeEach(async () => {
    data = temporaryFolder();
    ensureKeys(data);
    port = String(await freePort());
  });

  it('passes a backend, with exit code 0', async (t) => {
    const { code, output } = await check(t, undefined, '--only', 'pay');
    assert.equal(code, 0, output);
    assert.match(output, /^pass +pay\.double-press +the payer is charged twice$/m);
    assert.match(output, /\d+ passed, 0 failed/);
  });

  it('says what was seen and what a failure costs, with exit code 1', async (t) => {
    const { code, output } = await check(t, forgetfulMutant?.Backend, '--only', 'pay.double-press');
    assert.equal(code, 1, output);
    assert.match(output, /^FAIL +pay\.double-press +the payer is charged twice$/m);
    assert.match(output, /expected: charges once/);
    assert.match(output, /sent: +the service: answerDelay 300/);
    assert.match(output, /POST \/pay-token .*"token":"\(hidden\)".* → 200/);
    assert.match(output, /seen: +8 charges, not 1/);
  });

  it('says what it did not test', async (t) => {
    const { output } = await check(t, undefined, '--only', 'pay.none');
    assert.match(output, /^Not tested: \d+ checks that --only leaves out; .*--restart/m);
  });

  it('ends after two checks where nothing can be paid, and continues with --all', async (t) => {
    const Backend = class extends ShopBackend {
      override isPrice(): boolean {
        return false;
      }
    };
    const options = ['--timeout', '500', '--header', 'cookie: id=1'];
    const stopped = await check(t, Backend, ...options);
    assert.equal(stopped.code, 1, stopped.output);
    assert.match(stopped.output, /^Nothing can be paid yet\. /m);
    assert.match(stopped.output, /^0 passed, 2 failed/m);
    assert.match(
      stopped.output,
      /^Not tested: \d+ checks, because nothing can be paid yet \(--all\)/m,
    );
    const only = ['pay.wallet-a', 'pay.wallet-b', 'pay.none'].flatMap((name) => ['--only', name]);
    const whole = await check(t, Backend, ...options, ...only, '--all');
    assert.match(whole.output, /^1 passed, 2 failed/m);
  });

  it('checks that strangers are refused where it knows what a page sends', async (t) => {
    const args = ['--only', 'access', '--header', 'authorization: Bearer payer'];
    const open = await check(t, undefined, ...args);
    assert.match(open.output, /0 passed, 4 failed/);
    assert.doesNotMatch(open.output, /Not tested:.*--header/);
    const { output } = await check(t, undefined, '--only', 'pay.none');
    assert.match(output, /Not tested:.*whether your backend answers anybody .*--header/);
  });

  it('restarts the backend by the command of the user', async (t) => {
    const shop = await startBackend(await shopOptions());
    t.after(shop.close);
    const door = createServer((_, response) => {
      void shop.restart().then(() => response.end());
    }).listen(0, '127.0.0.1');
    t.after(() => door.close());
    await once(door, 'listening');
    const { port: doorPort } = door.address() as AddressInfo;
    const command = `"${process.execPath}" -e "fetch('http://127.0.0.1:${doorPort}')"`;
    const args = ['--only', 'durable', '--restart', command];
    const { code, output } = await conformance(t, shop.url, ...args);
    assert.equal(code, 0, output);
    assert.match(output, /3 passed, 0 failed/);
    assert.doesNotMatch(output, /Not tested:.*--restart/);
  });

  it('says what became of a restart that fails, with exit code 2', async (t) => {
    const args = ['--only', 'durable.answer', '--restart', 'echo no such unit; exit 5'];
    const { code, output } = await check(t, undefined, ...args);
    assert.equal(code, 2, output);
    assert.match(output, /--restart: "echo no such unit; exit 5" failed \(5\)\.\nno such unit/);
  });

  it('keeps a report, as JUnit and as HTML', async (t) => {
    for (const [name, pass, fail] of [
      ['run.xml', /<testcase classname="conformance" name="pay\.none"/, /<failure message="8 /],
      ['run.html', /<td>pass<\/td><td><code>pay\.none/, /<td class="fail">FAIL/],
    ] as const) {
      const file = join(data, name);
      const options = ['--only', 'pay.none', '--only', 'pay.double-press'];
      await check(t, forgetfulMutant?.Backend, ...options, '--report', file);
      const report = await readFile(file, 'utf8');
      assert.match(report, pass);
      assert.match(report, fail);
      assert.match(report, /expected: charges once/);
      assert.match(report, /Not tested: /);
      assert.doesNotMatch(report, /signedMessage/);
    }
  });

  it('ends without a stack when the reader of its results has gone', async (t) => {
    const shop = await startBackend(await shopOptions());
    t.after(shop.close);
    const args = ['conformance', shop.url, '--port', port, '--data', data, '--only', 'pay'];
    const { child, output } = start(t, {}, ...args);
    await until(() => output().includes('a failure costs'));
    child.stdout?.destroy();
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 1);
    assert.doesNotMatch(output(), /EPIPE|^\s+at /m);
  });

  it('gives the results as JSON', async (t) => {
    const { output } = await check(t, undefined, '--only', 'pay.wallet-b', '--json');
    const [result] = JSON.parse(output) as readonly {
      readonly id: string;
      readonly passed: boolean;
    }[];
    assert.deepEqual([result?.id, result?.passed], ['pay.wallet-b', true]);
  });

  it('says what to set where the backend does not answer, or talks to another service', async (t) => {
    const silent = await conformance(t, `http://127.0.0.1:${await freePort()}/wallet`);
    assert.equal(silent.code, 2);
    assert.match(silent.output, /Start your backend first/);
    assert.match(silent.output, /merchant-private\.pem/);

    const shop = await startBackend({ ...(await shopOptions()), serviceUrl: 'http://127.0.0.1:9' });
    t.after(shop.close);
    const elsewhere = await conformance(t, shop.url);
    assert.equal(elsewhere.code, 2);
    assert.match(elsewhere.output, /without a call to the service/);
  });

  it('says which option is wrong, with exit code 2, instead of checking nothing or without end', async (t) => {
    for (const [args, says] of [
      [['--only', 'pay.walet-b'], /--only: there is no check "pay\.walet-b"/],
      [['--timeout', '15s'], /--timeout/],
      [['--timeout', 'Infinity'], /--timeout/],
      [
        ['--header', 'Bearer secret'],
        /^--header is no header\. Write it like "authorization: Bearer …"\.$/,
      ],
      [['--header', 'x y: secret'], /^--header is no header\. .*…"\.$/],
      [['--amount', '1,00'], /--amount/],
      [['--report', 'run.pdf'], /--report run\.pdf: the name has to end in \.html or \.xml/],
      [['--only', 'durable'], /--only durable needs --restart/],
      [['--only', 'access'], /--only access needs --header/],
      [['--restart', ' '], /^--restart is empty: name the command that kills your backend/],
      [['--report', join(data, 'none', 'run.xml')], /^--report .*run\.xml cannot be written: /],
      [['--domain', 'https://shop.test/pay'], /^--domain .* is not a host\. Write shop\.test\.$/],
      [['--domain', ''], /^--domain "" is not a host/],
      [['--order', '{n} '], /^--order "\{n\} " has a blank at an end/],
      [['--first=-3'], /^--first is "-3": a whole number from 0 is expected/],
      [['--first', ''], /^--first is ""/],
    ] as const) {
      const { code, output } = await conformance(t, 'http://127.0.0.1:9/wallet', ...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(output, says);
    }
  });

  it('refuses a URL to which no path of an endpoint can be added', async (t) => {
    for (const [url, says] of [
      ['http://127.0.0.1:9/wallet?shop=1', /Write http:\/\/127\.0\.0\.1:9\/wallet\.$/],
      ['http://127.0.0.1:9/wallet#pay', /Write http:\/\/127\.0\.0\.1:9\/wallet\.$/],
      ['http://shop:secret@127.0.0.1:9/', /Write http:\/\/127\.0\.0\.1:9\.$/],
    ] as const) {
      const { code, output } = await conformance(t, url);
      assert.equal(code, 2, url);
      assert.match(output, says);
      assert.doesNotMatch(output, /secret/);
    }
  });

  it('says why the first signature is refused', async (t) => {
    const other = temporaryFolder();
    const merchantKey = createPrivateKey(await readFile(ensureKeys(other).merchantPrivate));
    const shop = await startBackend({ ...(await shopOptions()), merchantKey });
    t.after(shop.close);
    const { code, output } = await conformance(t, shop.url);
    assert.equal(code, 2);
    assert.match(output, /another key made it/);
  });
});

/** Nothing remembers an attempt before its answer. */
const forgetfulMutant = paymentMutants.find(({ check }) => check === 'pay.double-press');

async function check(
  t: TestContext,
  Backend: typeof ShopBackend | undefined,
  ...args: readonly string[]
) {
  const shop = await startBackend(await shopOptions(), Backend);
  t.after(shop.close);
  return conformance(t, shop.url, ...args);
}

async function conformance(t: TestContext, url: string, ...args: readonly string[]) {
  return run(t, 'conformance', url, '--port', port, '--data', data, ...args);
}

async function shopOptions() {
  const keys = ensureKeys(data);
  return {
    serviceUrl: `http://127.0.0.1:${port}`,
    merchantId: 'shop-1',
    merchantKey: createPrivateKey(await readFile(keys.merchantPrivate)),
    webhookPublicKey: await readFile(keys.servicePublic, 'utf8'),
  };
}

/** Runs a command in this process. */
async function run(t: TestContext, ...args: readonly string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const mocks = (['log', 'error'] as const).map((name) => t.mock.method(console, name, print).mock);
  const code = await main(args);
  for (const mock of mocks) mock.restore();
  return { code, output: lines.join('\n') };
}

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts the program itself. */
function start(t: TestContext, env: NodeJS.ProcessEnv, ...args: readonly string[]): Started {
  const options = ['--conditions=@wallet-buttons/source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, cli, ...args], {
    env: { ...process.env, ...env },
  });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child, output: () => text };
}

async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 60_000;
  while (!holds()) {
    assert.ok(Date.now() < end, 'It did not happen within a minute.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
