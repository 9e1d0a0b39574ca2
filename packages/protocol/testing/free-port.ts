import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port for a program that has to be told one. It lies below those that a system hands out itself, so that no
 * other server is given it before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_768);
    await using server = createServer().listen(port);
    try {
      await once(server, 'listening');
      return port;
    } catch {
      // Taken.
    }
  }
}
