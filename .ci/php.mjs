// PHP for the example backend: looked for, and installed where that is one apt-get.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { run } from './children.mjs';

const packages = ['php-cli', 'php-curl', 'php-sqlite3'];

/** Installs what is missing, as root on Debian or Ubuntu. @returns a sentence if PHP stays missing */
export async function ensurePhp() {
  if (works()) return undefined;
  if (process.getuid?.() === 0) {
    console.log(`apt-get install ${packages.join(' ')}`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const options = { capture: true, env, timeout: 5 * 60_000 };
    const args = ['install', '-y', '--no-install-recommends', ...packages];
    await run('apt-get', ['update'], options);
    await run('apt-get', ['-o', 'DPkg::Lock::Timeout=60', ...args], options);
  }
  return works() ? undefined : `PHP is left out: install ${packages.join(', ')} to test on it too.`;
}

function works() {
  const { status, stdout } = spawnSync('php', ['-m'], { encoding: 'utf8' });
  return status === 0 && ['curl', 'openssl', 'sqlite3'].every((name) => stdout.includes(name));
}
