import { once } from 'node:events';
import * as net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to a database that can fall silent: connections stay open, and nothing comes back any more. */
export interface SilentProxy extends AsyncDisposable {
  readonly port: number;
  /** Passes nothing on, in neither direction; new connections are accepted. */
  readonly silence: () => void;
  /** Passes a request with this text on, and falls silent before its answer. */
  readonly silenceAnswerTo: (text: string) => void;
  /** Passes new connections on again. Those that fell silent stay so. */
  readonly wake: () => void;
  /** Resolves once a request with the text of {@link silenceAnswerTo} was passed on. */
  readonly asked: () => Promise<void>;
}

/** @param target the port of the database, or its socket. */
export async function openSilentProxy(target: number | string): Promise<SilentProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  let textToSilence: string | null = null;
  let asked = Promise.withResolvers<undefined>();
  const silence = (): void => {
    isSilent = true;
    for (const socket of sockets) socket.pause();
  };
  const server = net.createServer((client) => {
    const database = typeof target === 'number' ? net.connect(target) : net.connect(target);
    const forward = (from: Socket, to: Socket, isRequest: boolean): void => {
      sockets.add(from);
      if (isSilent) from.pause();
      from.on('data', (chunk) => {
        to.write(chunk);
        if (!isRequest || textToSilence === null || !chunk.includes(textToSilence)) return;
        silence();
        asked.resolve(undefined);
      });
      from.on('error', () => undefined).on('close', () => to.destroy());
    };
    forward(client, database, true);
    forward(database, client, false);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence,
    silenceAnswerTo: (text) => {
      textToSilence = text;
      asked = Promise.withResolvers<undefined>();
    },
    wake: () => {
      isSilent = false;
      textToSilence = null;
    },
    asked: async () => asked.promise,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
