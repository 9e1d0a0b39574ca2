import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port for a program that needs one as an argument. It is below the ports that a system assigns, so that no other
 * server gets it before the program listens.
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
