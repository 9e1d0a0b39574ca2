import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('publish.mjs', import.meta.url));

/** @typedef {import('node:test').TestContext} TestContext */
/** @typedef {{ owner?: string, version?: string, versionOfReadme?: string, hashOfReadme?: string }} Release */

describe('publishing', () => {
  it('refuses the placeholder of the owner', (test) => {
    const { errors, calls } = publish(checkout(test, { owner: 'OWNER' }));
    assert.match(errors, /write the owner of the repository/);
    assert.deepEqual(calls, []);
  });

  it('refuses the version that no release has', (test) => {
    const { errors, calls } = publish(checkout(test, { version: '0.0.0' }));
    assert.match(errors, /pnpm version-packages/);
    assert.deepEqual(calls, []);
  });

  it('refuses a README whose script a browser would not run', (test) => {
    const { errors, calls } = publish(checkout(test, { hashOfReadme: 'sha384-older' }));
    assert.match(errors, /the <script> of README\.md is not that of the packed version 0\.1\.0/);
    assert.deepEqual(calls, []);
  });

  it('refuses a README that names another version', (test) => {
    const { errors, calls } = publish(checkout(test, { versionOfReadme: '0.0.9' }));
    assert.match(errors, /the <script> of README\.md is not that of the packed version 0\.1\.0/);
    assert.deepEqual(calls, []);
  });

  it('publishes a package after those that it needs', (test) => {
    const { calls } = publish(checkout(test));
    assert.deepEqual(
      calls.map((call) => call.split(' ')[1]),
      ['protocol', 'elements', 'cli'].map((name) => `.cache/packed/wallet-buttons-${name}.tgz`),
    );
  });

  it('asks for provenance in a workflow alone, where npm can give it', (test) => {
    const folder = checkout(test);
    const byHand = publish(folder).calls;
    const inWorkflow = publish(folder, {
      ACTIONS_ID_TOKEN_REQUEST_URL: 'https://github.com',
    }).calls;
    assert.equal(byHand.length, 3);
    assert.deepEqual(
      inWorkflow,
      byHand.map((call) => `${call} --provenance`),
    );
  });

  it('leaves out a version that is published already, whatever the README has since then', (test) => {
    const folder = checkout(test, { hashOfReadme: 'sha384-older' });
    const { output, calls } = publish(folder, { PUBLISHED: '0.1.0' });
    assert.match(output, /elements@0\.1\.0 is published already/);
    assert.deepEqual(calls, []);
  });
});

/** A folder with the packed packages of a release, and an npm that only writes down its calls. */
function checkout(/** @type {TestContext} */ test, /** @type {Release} */ release = {}) {
  const { owner = 'acme', version = '0.1.0', versionOfReadme = '0.1.0' } = release;
  const { hashOfReadme = 'sha384-new' } = release;
  const folder = mkdtempSync(join(tmpdir(), 'publish-'));
  test.after(() => {
    rmSync(folder, { recursive: true });
  });
  const url = `git+https://github.com/${owner}/wallet-buttons.git`;
  write(join(folder, 'package.json'), JSON.stringify({ repository: { url } }));
  const snippet = `elements@${versionOfReadme}/dist/cdn/wallet-buttons.js" integrity="${hashOfReadme}"`;
  write(join(folder, 'README.md'), snippet);
  pack(folder, 'cli', version, ['elements']);
  pack(folder, 'elements', version, ['protocol']);
  pack(folder, 'protocol', version, []);
  write(
    join(folder, 'bin/npm'),
    '#!/bin/sh\nif [ "$1" = view ]; then echo "$PUBLISHED"; else echo "$@" >> calls; fi\n',
    0o755,
  );
  write(join(folder, 'calls'), '');
  return folder;
}

/** Packs a package of this repository that depends on the named ones. */
function pack(
  /** @type {string} */ folder,
  /** @type {string} */ name,
  /** @type {string} */ version,
  /** @type {readonly string[]} */ needs,
) {
  const dependencies = Object.fromEntries(
    needs.map((each) => [`@wallet-buttons/${each}`, version]),
  );
  const manifest = { name: `@wallet-buttons/${name}`, version, dependencies };
  const contents = join(folder, name);
  write(join(contents, 'package/package.json'), JSON.stringify(manifest));
  write(
    join(contents, 'package/dist/cdn/sri.json'),
    JSON.stringify({ 'wallet-buttons.js': 'sha384-new' }),
  );
  const tarball = join(folder, `.cache/packed/wallet-buttons-${name}.tgz`);
  mkdirSync(dirname(tarball), { recursive: true });
  execFileSync('tar', ['-czf', tarball, '-C', contents, 'package']);
}

function write(/** @type {string} */ path, /** @type {string} */ text, mode = 0o644) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

/** What the script says, and its calls of `npm publish`. */
function publish(/** @type {string} */ folder, /** @type {NodeJS.ProcessEnv} */ more = {}) {
  const env = {
    ...process.env,
    PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
    ACTIONS_ID_TOKEN_REQUEST_URL: undefined,
    ...more,
  };
  writeFileSync(join(folder, 'calls'), '');
  const ran = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\n').filter(Boolean);
  return { output: ran.stdout, errors: ran.stderr, calls };
}
