import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { fencesOf } from './fences.ts';
import { skip, startMachine } from './machine.ts';
import { call, pay, startBeside, startService, until } from './running.ts';
import { keys, merchantId } from './settings.ts';
import { startShop } from './shop.ts';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const deploy = join(packageFolder, 'deploy');
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8');
const page = read('README.md');
/** The columns of an export. */
const profile = {
  export: {
    columns: { amount: ['Sum'], status: ['Status'], externalId: ['Order'], createdAt: ['Time'] },
    delimiter: ';',
  },
};

describe('the page "Running it"', { timeout: 240_000 }, () => {
  it(
    'leads a fresh user to a sidecar that is checked, restored, rotated and pruned',
    { skip },
    async (test) => {
      const machine = await startMachine(test);
      const port = await freePort();
      const sidecar = {
        publicUrl: `http://127.0.0.1:${String(port)}`,
        privateUrl: `http://127.0.0.1:${String(await freePort())}`,
        close: async () => Promise.resolve(),
      };
      const run = async (block: string): Promise<string> =>
        machine.run(block.replaceAll('http://127.0.0.1:8701', sidecar.privateUrl));
      const write = async (file: string, text: string) => machine.run(`cat > ${file}`, text);
      const blocks = fencesOf(page, 'sh');
      assert.equal(blocks.length, 10);
      const [install = '', secrets = '', files = '', check = '', service = '', ...rest] = blocks;
      const [daily = '', newToken = '', jobs = '', restore = '', rotation = ''] = rest;
      const [npmInstall = '', ...setUp] = install.split('\n');
      assert.match(npmInstall, /^sudo npm install --prefix \/opt\/wallet-sidecar /);
      await run(setUp.join('\n'));
      const emulator = await startService(test);
      await write('/etc/wallet/merchant-private.pem', keys.privateKey);
      await write('/etc/wallet/service-public.pem', emulator.webhookPublicKey);
      await run(secrets);
      const hookSecrets = async () =>
        (await run('cat /etc/wallet/hook-secret.txt')).trim().split('\n');
      const shop = await startShop(test, await hookSecrets());
      const [json = ''] = fencesOf(page, 'json');
      const configuration = JSON.parse(json) as Record<string, object>;
      const { service: ofService, hooks } = configuration;
      const settings = {
        ...configuration,
        service: { ...ofService, baseUrl: emulator.url, merchantId },
        callbackUrl: `${sidecar.publicUrl}/wallet/webhook/v1`,
        hooks: {
          ...hooks,
          findOrder: `${shop.url}/find-order`,
          statusChange: `${shop.url}/status-change`,
        },
        public: { ...configuration['public'], port },
        private: { ...configuration['private'], port: Number(portOf(sidecar.privateUrl)) },
      };
      await write('/etc/wallet/wallet.json', JSON.stringify(settings));
      await run(files);
      const checked = await run(check);
      assert.doesNotMatch(checked, /FAIL|warn/);
      assert.match(checked, /The shop finds the order A-1001\./);
      assert.match(await run(service), /"ready"/);
      assert.equal((await pay({ sidecar }, 'A-1001')).status, 200);
      const tokenOf = async (name: string) =>
        (await run(`sed -n 's/^${name} [a-z]* //p' /etc/wallet/tokens.txt`)).trim();
      const anna = await tokenOf('anna');
      const refund = { token: anna, key: 'r', body: { amount: '5.00' } };
      assert.equal(
        (await call({ sidecar }, 'POST', '/payments/A-1001/refund', refund)).status,
        200,
      );
      const metricsAndLog = await run(daily);
      for (const name of [
        'wallet_backlog_oldest_seconds',
        'wallet_reviews_waiting',
        'wallet_alarms_total',
      ]) {
        assert.ok(metricsAndLog.includes(`# TYPE ${name} `), name);
        assert.ok(read('alerts.yml').includes(name));
      }
      assert.match(metricsAndLog, /"by":"anna"/);
      await run(newToken);
      for (const name of ['anna', 'oleh']) {
        const token = await tokenOf(name);
        assert.equal((await call({ sidecar }, 'GET', '/payments', { token })).status, 200, name);
      }
      await write('/etc/wallet/profile.json', JSON.stringify(profile));
      await write('/var/lib/wallet/month.csv', 'Sum;Status;Order;Time\n');
      const cronJobs = fencesOf(page, 'cron').join('').trim().split('\n');
      assert.equal(cronJobs.length, 3);
      for (const line of cronJobs) {
        const command = line.replace(/^(?:\S+ +){5}wallet +/, '').replaceAll('\\%', '%');
        assert.ok(jobs.includes(`sudo -u wallet ${command}\n`), line);
      }
      assert.match(await run(jobs), /^0 payments were deleted or shrunk\.$/m);
      const { body } = await call({ sidecar }, 'GET', '/reconcile-report', { token: anna });
      const { differences } = body['report'] as Readonly<Record<string, unknown>>;
      assert.deepEqual(differences, []);
      await pay({ sidecar }, 'A-1002');
      await run(restore);
      const statusOf = async (order: string) =>
        call({ sidecar }, 'GET', `/payments/${order}`, { token: anna })
          .then(({ status }) => status)
          .catch(() => 0);
      await until(async () => (await statusOf('A-1001')) === 200);
      assert.equal(await statusOf('A-1002'), 404);
      await run(rotation);
      assert.equal((await hookSecrets()).length, 2);
      await until(async () => {
        await pay({ sidecar }, 'A-1003');
        const signature = String(shop.received.at(-1)?.headers['webhook-signature']);
        return signature.split(' ').length === 2;
      });
      assert.match(await run(daily), /the keys and secrets were read again/);
      await run('systemctl kill --signal=SIGKILL wallet-buttons-sidecar');
      await until(async () => (await statusOf('A-1001')) === 0);
      await until(async () => (await statusOf('A-1001')) === 200);
    },
  );

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
