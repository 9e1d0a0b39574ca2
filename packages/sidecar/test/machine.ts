import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { until } from './running.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const programs = ['setpriv', 'unshare', 'nsenter', 'systemd-analyze', 'curl', 'openssl', 'sqlite3'];
const isThere = process.getuid?.() === 0 && spawnSync('which', programs).status === 0;

/** Why there is no such machine here. */
export const skip = !isThere && `It needs root, and ${programs.join(', ')}.`;

/** Its folders lie over those of this machine and go with it, and it starts no service of this machine. */
const boot = `
folder=$1 node=$2 repository=$3
mount -t tmpfs tmpfs "$folder"
for each in etc opt usr var; do
  mkdir -p "$folder/$each/upper" "$folder/$each/work"
  mount -t overlay -o "lowerdir=/$each,upperdir=$folder/$each/upper,workdir=$folder/$each/work" overlay "/$each"
done
mount -t proc proc /proc
mount -t tmpfs tmpfs /run
umount --recursive /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
rm -rf /usr/lib/systemd/system/*.wants /etc/systemd/system/*.wants
rm -f /usr/lib/systemd/system/systemd-journald-*.socket
printf '[Unit]\\nWants=systemd-journald.service\\n' > /etc/systemd/system/machine.target

rm -f /usr/bin/node
touch /usr/bin/node
mount --bind "$node" /usr/bin/node
mkdir -p /opt/repository /opt/wallet-sidecar/node_modules/.bin /opt/wallet-sidecar/node_modules/@wallet-buttons
mount --bind "$repository" /opt/repository
cd /opt/wallet-sidecar/node_modules
ln -s /opt/repository/packages/sidecar /opt/repository/packages/cli @wallet-buttons
program() {
  printf '#!/bin/sh\\n%s\\n' "$2" > "$1"
  chmod 755 "$1"
}
program .bin/wallet-buttons-sidecar 'exec /usr/bin/node /opt/repository/packages/sidecar/dist/bin.js "$@"'
program .bin/wallet-buttons 'exec /usr/bin/node /opt/repository/packages/cli/dist/bin.js "$@"'
test -x /usr/bin/sudo || program /usr/bin/sudo '
[ "$1" = -u ] || exec "$@"
user=$2
shift 2
exec setpriv --reuid="$user" --regid="$user" --clear-groups "$@"'
exec env container=test /usr/lib/systemd/systemd --unit=machine.target`;

/** A machine where both packages are installed, with systemd as its first process, and the network of this one. */
export async function startMachine(test: TestContext) {
  const namespaces = ['--mount', '--pid', '--ipc', '--cgroup', '--fork', '--kill-child'];
  const files = [temporaryFolder(), process.execPath, repository];
  const args = [...namespaces, 'sh', '-eu', '-c', boot, 'sh', ...files];
  // Also if this process is killed.
  const machine = spawn('setpriv', ['--pdeathsig=KILL', 'unshare', ...args], { stdio: 'inherit' });
  test.after(async () => {
    const exit = once(machine, 'exit');
    machine.kill('SIGKILL');
    await exit;
  });
  const children = `/proc/${String(machine.pid)}/task/${String(machine.pid)}/children`;
  /** Runs lines of a shell there, and returns their output. @param input what they read */
  const run = async (lines: string, input = ''): Promise<string> => {
    const inside = ['--target', readFileSync(children, 'utf8').trim(), '--mount', '--pid', '--ipc'];
    const running = promisify(execFile)('nsenter', [...inside, 'sh', '-eu', '-c', lines]);
    // What reads nothing may end first.
    running.child.stdin?.on('error', () => undefined).end(input);
    return (await running).stdout;
  };
  await until(async () =>
    run('systemctl is-active machine.target').then(
      () => true,
      () => false,
    ),
  );
  return { run };
}
