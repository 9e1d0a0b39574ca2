import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, makeFolder, Program, removeFolder } from './program.ts';

/** haproxy before the nodes of a database. */
export interface Balancer extends AsyncDisposable {
  readonly port: number;
}

interface Target {
  readonly port: number;
  /** Only while the others are away. */
  readonly isBackup?: boolean;
}

export async function startBalancer(targets: readonly Target[]): Promise<Balancer> {
  const folder = makeFolder('balancer');
  const [port = 0] = await freePorts(1);
  const servers = targets.map(({ port: target, isBackup = false }, index) => {
    const backup = isBackup ? ' backup' : '';
    return `  server s${String(index)} 127.0.0.1:${String(target)} check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions${backup}`;
  });
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen database',
    `  bind 127.0.0.1:${String(port)}`,
    '  balance roundrobin',
    ...servers,
  ];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, `${lines.join('\n')}\n`);
  const program = new Program('haproxy', ['-db', '-f', file], { folder, log: 'log' });
  program.start();
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      await program.kill();
      removeFolder(folder);
    },
  };
}
