import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { fencesOf } from './fences.ts';
import { call, pay, startBeside, startService, until } from './running.ts';
import { keys, merchantId } from './settings.ts';
import { startShop } from './shop.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const deploy = join(packageFolder, 'deploy');
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');
const page = read('README.md');
const unit = read('wallet-buttons-sidecar.service');
const [, execStart = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
const [, execReload = ''] = /^ExecReload=(.*)$/m.exec(unit) ?? [];
const isRoot = process.getuid?.() === 0;

/** A machine below a folder: the paths of the page are in it, and `systemctl` runs what the unit says. */
async function startMachine(test: TestContext) {
  const root = temporaryFolder();
  const ports = { public: await freePort(), private: await freePort() };
  const user = `wallet-test-${String(process.pid)}`;
  for (const folder of [
    'bin',
    'etc/systemd/system',
    'var/lib',
    'opt/wallet-sidecar/node_modules',
  ]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const folder of ['.', 'bin', 'var', 'var/lib', 'etc', 'opt'])
    chmodSync(join(root, folder), 0o755);
  // Another user may not enter the folder of this process's Node.
  copyFileSync(process.execPath, join(root, 'bin/node'));
  mkdirSync(join(root, 'opt/wallet-sidecar/node_modules/.bin'), { recursive: true });
  mkdirSync(join(root, 'opt/wallet-sidecar/node_modules/@wallet-buttons'), { recursive: true });
  symlinkSync(packageFolder, join(root, 'opt/wallet-sidecar/node_modules/@wallet-buttons/sidecar'));
  const commands = join(root, 'opt/wallet-sidecar/node_modules/.bin');
  for (const [name, source] of [
    ['wallet-buttons-sidecar', 'src/bin.ts'],
    ['wallet-buttons', '../cli/src/bin.ts'],
  ] as const) {
    const program = `#!/bin/sh\nexec ${root}/bin/node --conditions=@wallet-buttons/source ${packageFolder}${source} "$@"\n`;
    writeFileSync(join(commands, name), program, { mode: 0o755 });
  }
  const bin = join(commands, 'wallet-buttons-sidecar');
  const asUser = isRoot ? `setpriv --reuid=${user} --regid=${user} --clear-groups ` : '';
  /** A line of the page, or of the unit, on this machine. */
  const adapted = (line: string): string =>
    line
      .replaceAll(/\/usr\/bin\/node \S*bin\.js/g, bin)
      .replaceAll(
        /(?<![\w.])\/(etc\/wallet|etc\/systemd|var\/lib\/wallet|opt\/wallet-sidecar)/g,
        `${root}/$1`,
      )
      .replaceAll(/sudo -u wallet /g, asUser)
      .replaceAll(/\bsudo /g, '')
      .replaceAll(/\b(root:wallet)\b/g, isRoot ? `root:${user}` : ':')
      .replaceAll(/-o (\w+) -g wallet/g, isRoot ? `-o $1 -g ${user}` : '')
      .replaceAll(/-o wallet\b/g, `-o ${user}`)
      .replaceAll(' wallet\n', ` ${user}\n`)
      .replaceAll('http://127.0.0.1:8701', `http://127.0.0.1:${String(ports.private)}`);
  const systemctl = `#!/bin/sh
case "$1" in
  start|enable) setsid ${asUser}env HOME=${root}/var/lib/wallet ${adapted(execStart)} >>${root}/journal 2>&1 & echo $! > ${root}/pid ;;
  reload) MAINPID=$(cat ${root}/pid); ${execReload} ;;
  stop) kill $(cat ${root}/pid); while kill -0 $(cat ${root}/pid) 2>/dev/null; do sleep 0.1; done ;;
esac
`;
  writeFileSync(join(root, 'bin/systemctl'), systemctl, { mode: 0o755 });
  if (isRoot) test.after(() => spawnSync('userdel', [user]));
  test.after(() => {
    spawnSync(join(root, 'bin/systemctl'), ['stop']);
  });
  const run = async (block: string): Promise<string> => {
    const text = adapted(`${block}\n`);
    const env = { PATH: `${root}/bin:${process.env['PATH'] ?? ''}`, HOME: root };
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', text], { env, cwd: root });
    return stdout;
  };
  const sidecar = {
    publicUrl: `http://127.0.0.1:${String(ports.public)}`,
    privateUrl: `http://127.0.0.1:${String(ports.private)}`,
    close: async () => Promise.resolve(),
  };
  const write = (name: string, text: string): void => {
    writeFileSync(join(root, 'etc/wallet', name), text);
  };
  return {
    root,
    ports,
    user,
    run,
    sidecar,
    write,
    journal: () => readFileSync(join(root, 'journal'), 'utf8'),
  };
}

/** The columns of an export. */
const profile = {
  export: {
    columns: { amount: ['Sum'], status: ['Status'], externalId: ['Order'], createdAt: ['Time'] },
    delimiter: ';',
  },
};

describe('the page "Running it"', { timeout: 240_000 }, () => {
  it('leads a fresh user to a sidecar that is checked, restored, rotated and pruned', async (test) => {
    const machine = await startMachine(test);
    const { root, run, sidecar } = machine;
    const blocks = fencesOf(page, 'sh');
    assert.equal(blocks.length, 10);
    const [install = '', secrets = '', files = '', check = '', service = '', ...rest] = blocks;
    const [daily = '', newToken = '', jobs = '', restore = '', rotation = ''] = rest;
    const [, ...setUp] = install.trim().split('\n');
    await run(
      setUp.map((line) => (isRoot ? line : line.replace(/^sudo useradd.*/, ''))).join('\n'),
    );
    machine.write('merchant-private.pem', keys.privateKey);
    const emulator = await startService(test);
    machine.write('service-public.pem', emulator.webhookPublicKey);
    await run(secrets);
    const hookSecret = () =>
      readFileSync(join(root, 'etc/wallet/hook-secret.txt'), 'utf8').trim().split('\n');
    const shop = await startShop(test, hookSecret());
    const [json = ''] = fencesOf(page, 'json');
    const configuration = JSON.parse(json) as Record<string, object>;
    const { service: ofService, hooks } = configuration;
    machine.write(
      'wallet.json',
      JSON.stringify({
        ...configuration,
        service: { ...ofService, baseUrl: emulator.url, merchantId },
        callbackUrl: `${sidecar.publicUrl}/wallet/webhook/v1`,
        hooks: {
          ...hooks,
          findOrder: `${shop.url}/find-order`,
          statusChange: `${shop.url}/status-change`,
        },
        database: join(root, 'var/lib/wallet/payments.db'),
        reconcileReport: join(root, 'var/lib/wallet/report.json'),
        public: { host: '127.0.0.1', port: machine.ports.public },
        private: { tokensFile: 'tokens.txt', port: machine.ports.private },
      }),
    );
    await run(files);
    const checked = await run(check);
    assert.doesNotMatch(checked, /FAIL|warn/);
    assert.match(checked, /The shop finds the order A-1001\./);
    assert.match(await run(service), /"ready"/);
    assert.equal((await pay({ sidecar }, 'A-1001')).status, 200);
    const tokenOf = (name: string) => {
      const lines = readFileSync(join(root, 'etc/wallet/tokens.txt'), 'utf8').split('\n');
      return lines.find((line) => line.startsWith(`${name} `))?.split(' ')[2] ?? '';
    };
    const refund = { token: tokenOf('anna'), key: 'r', body: { amount: '5.00' } };
    assert.equal((await call({ sidecar }, 'POST', '/payments/A-1001/refund', refund)).status, 200);
    const metrics = await run(daily.split('\n')[0] ?? '');
    for (const name of [
      'wallet_backlog_oldest_seconds',
      'wallet_reviews_waiting',
      'wallet_alarms_total',
    ]) {
      assert.ok(metrics.includes(`# TYPE ${name} `), name);
      assert.ok(read('alerts.yml').includes(name));
    }
    await run(newToken);
    const list = async (name: string) =>
      (await call({ sidecar }, 'GET', '/payments', { token: tokenOf(name) })).status;
    assert.deepEqual([await list('anna'), await list('oleh')], [200, 200]);
    machine.write('profile.json', JSON.stringify(profile));
    writeFileSync(join(root, 'var/lib/wallet/month.csv'), 'Sum;Status;Order;Time\n');
    assert.match(await run(jobs), /^0 payments were deleted or shrunk\.$/m);
    const { body } = await call({ sidecar }, 'GET', '/reconcile-report', {
      token: tokenOf('anna'),
    });
    const { differences } = body['report'] as Readonly<Record<string, unknown>>;
    assert.deepEqual(differences, []);
    await pay({ sidecar }, 'A-1002');
    await run(restore);
    const statusOf = async (order: string) =>
      call({ sidecar }, 'GET', `/payments/${order}`, { token: tokenOf('anna') })
        .then(({ status }) => status)
        .catch(() => 0);
    await until(async () => (await statusOf('A-1001')) === 200);
    assert.equal(await statusOf('A-1002'), 404);
    await run(rotation);
    assert.equal(hookSecret().length, 2);
    await until(async () => {
      await pay({ sidecar }, 'A-1003');
      const signature = String(shop.received.at(-1)?.headers['webhook-signature']);
      return signature.split(' ').length === 2;
    });
    assert.match(machine.journal(), /the keys and secrets were read again/);
  });

  it('has a unit that closes the machine to the program', () => {
    const file = join(deploy, 'wallet-buttons-sidecar.service');
    const options = { encoding: 'utf8' } as const;
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', file], options);
    const [, level = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
    assert.ok(Number(level) < 2, report);
  });

  it('has alert rules that Prometheus takes, and that fire when they have to', () => {
    const folder = temporaryFolder();
    const isThere = spawnSync('which', ['promtool']).status === 0;
    // Its package would start a server.
    const fetched = 'apt-get download prometheus && dpkg-deb -x prometheus_*.deb .';
    if (!isThere) execFileSync('sh', ['-c', fetched], { cwd: folder });
    const promtool = isThere ? 'promtool' : join(folder, 'usr/bin/promtool');
    execFileSync(promtool, ['test', 'rules', join(packageFolder, 'test/alerts.yml')]);
  });
});

/** The port of a URL. */
const portOf = (url: string): string => new URL(url).port;

/** Starts a proxy, and waits until it answers. */
async function startProxy(
  test: TestContext,
  command: string,
  args: readonly string[],
  url: string,
) {
  const child = spawn(command, args, { stdio: 'inherit' });
  test.after(() => child.kill());
  await until(async () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
}

describe('two sidecars behind a proxy', { timeout: 240_000 }, () => {
  before(() => {
    if (spawnSync('which', ['nginx', 'caddy']).status === 0) return;
    const options = ['install', '-y', '--no-install-recommends', 'nginx-light', 'caddy'];
    execFileSync('apt-get', options, { stdio: 'inherit' });
  });

  for (const proxy of ['nginx', 'caddy'] as const) {
    it(`take payments through ${proxy} while one of them stops`, async (test) => {
      const database = join(temporaryFolder(), 'payments.db');
      const service = await startService(test);
      const shop = await startShop(test);
      const port = await freePort();
      const url = `http://127.0.0.1:${String(port)}`;
      const [first, second] = [
        await startBeside(test, service, shop.url, { WALLET_DATABASE: database }),
        await startBeside(test, service, shop.url, { WALLET_DATABASE: database }),
      ];
      const ports = [first, second].map(({ sidecar }) => portOf(sidecar.publicUrl));
      const folder = temporaryFolder();
      if (proxy === 'nginx') {
        const upstream = read('nginx-two.conf')
          .replace('8700', ports[0] ?? '')
          .replace('8710', ports[1] ?? '');
        const location = read('nginx.conf')
          .replace('http://127.0.0.1:8700', 'http://wallet')
          .replace(/^.*proxy_next_upstream.*$/m, '');
        const config = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${upstream.replaceAll(/^#.*$/gm, '')}
          server { listen 127.0.0.1:${String(port)}; ${location.replaceAll(/^\s*#.*$/gm, '')} } }`;
        writeFileSync(join(folder, 'nginx.conf'), config);
        await startProxy(test, 'nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], url);
      } else {
        const upstreams = ports.map((each) => `127.0.0.1:${each}`).join(' ');
        const config = read('Caddyfile')
          .replace('shop.example', `:${String(port)}`)
          .replace(
            /reverse_proxy .*/,
            `reverse_proxy ${upstreams} {\n lb_try_duration 5s\n buffer_requests\n }`,
          )
          .replace(/handle \{[^]*?\n\t\}/, '');
        writeFileSync(join(folder, 'Caddyfile'), `{\n admin off\n auto_https off\n}\n${config}`);
        await startProxy(
          test,
          'caddy',
          ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
          url,
        );
      }
      const proxied = { sidecar: { ...first.sidecar, publicUrl: url } };
      const results: number[] = [];
      for (let order = 1; order <= 20; order += 1) {
        if (order === 8) await first.sidecar.close();
        results.push((await pay(proxied, `${proxy}-${String(order)}`)).status);
      }
      assert.deepEqual([...new Set(results)], [200]);
      const charges = service.ledger().sessions.filter(({ charged }) => charged === '199.90');
      assert.equal(charges.length, 20);
    });
  }
});
