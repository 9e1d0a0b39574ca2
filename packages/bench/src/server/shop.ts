import {
  createWalletServer,
  type StatusChange,
  type Store,
  type WalletServer,
} from '@wallet-buttons/server';
import type { ServiceEmulator } from './emulator.ts';
import type { Sent } from './load.ts';
import { merchantOptions } from './merchant-options.ts';

/** A merchant's server in the measuring process, for counts, with a clock that a measure moves. */
export interface Shop extends AsyncDisposable {
  readonly wallet: WalletServer;
  /** Answers requests one after another, with the work after each; a refused one fails the measure. */
  readonly take: (...requests: readonly Sent[]) => Promise<void>;
  /** Moves the clock of the store, in milliseconds. */
  readonly wait: (time: number) => void;
}

/** Gives a store over a clock, in milliseconds since 1970. */
export type StoreOver = (clock: { readonly now: () => number }) => Store;

export async function openShop(
  { port: service, webhookKey }: ServiceEmulator,
  storeOver: StoreOver,
  onStatusChange: (change: StatusChange) => Promise<void> | void = () => undefined,
): Promise<Shop> {
  let offset = 0;
  const store = storeOver({ now: () => Date.now() + offset });
  const silent = (): undefined => undefined;
  const wallet = createWalletServer({
    ...merchantOptions({ service, webhookKey }, store),
    onStatusChange,
    logger: { info: silent, warn: silent, error: silent },
  });
  await wallet.start();
  return {
    wallet,
    take: async (...requests) => {
      for (const { path, body, headers } of requests) {
        const allHeaders = { 'content-type': 'application/json', ...headers };
        const request = new Request(`https://shop.example${path}`, {
          method: 'POST',
          body,
          headers: allHeaders,
        });
        const response = await wallet.handle(request);
        if (!response.ok) throw new Error(`${path} answered ${String(response.status)}.`);
        await wallet.drain(request);
      }
    },
    wait: (time) => {
      offset += time;
    },
    [Symbol.asyncDispose]: async () => wallet.close(),
  };
}
