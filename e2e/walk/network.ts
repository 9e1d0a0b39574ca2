import type { BrowserContext, Route } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Faults of the network between a page and the shop. */
export const faults = ['abort', 'lost', 'html', 'slow', 'gateway'] as const;
type Fault = (typeof faults)[number];

const html = { contentType: 'text/html', body: '<!doctype html><h1>Bad gateway</h1>' };

/**
 * The network of a payer: it leads to either backend of the shop, and breaks one call at a time.
 * @param backend the base URL of the backend that takes the next call
 */
export async function openNetwork(context: BrowserContext, backend: () => string) {
  const network = {
    /** Spoils the next call of a tag. */
    fault: undefined as Fault | undefined,
    isOffline: false,
    setOffline: async (isOffline: boolean): Promise<void> => {
      network.isOffline = isOffline;
      await context.setOffline(isOffline);
    },
  };
  /** Passes a call on to a backend, and its answer back. */
  const pass = async (route: Route, fault?: Fault): Promise<void> => {
    const { host, pathname } = new URL(route.request().url());
    const headers = { ...route.request().headers(), host };
    const response = await route.fetch({ url: `${backend()}${pathname}`, headers });
    if (network.isOffline || fault === 'lost') await route.abort();
    else await route.fulfill(fault === 'gateway' ? { status: 504, ...html } : { response });
  };
  const answer = async (route: Route, fault?: Fault): Promise<void> => {
    try {
      if (fault === 'slow') await sleep(2000);
      if (network.isOffline || fault === 'abort') await route.abort();
      else if (fault === 'html') await route.fulfill({ status: 502, ...html });
      else await pass(route, fault);
    } catch {
      // The backend is dead, or the page is closed.
      await route.abort().catch(() => undefined);
    }
  };
  // The page's own picker would undo the scenario.
  await context.route('**/sandbox/control/scenario', async (route) => route.fulfill({ json: {} }));
  await context.route(/\/shop\/\w/, async (route) => answer(route));
  await context.route(/\/wallet\/\w/, async (route) => {
    const { fault } = network;
    network.fault = undefined;
    await answer(route, fault);
  });
  return network;
}
