import type { BrowserContext, Route } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';

/** Faults of the network between a page and the shop. */
export const faults = ['abort', 'lost', 'html', 'slow', 'gateway'] as const;

const html = { contentType: 'text/html', body: '<!doctype html><h1>Bad gateway</h1>' };

/** The network of a payer: it leads to either backend of the shop, and breaks one call at a time. */
export class Network {
  /** Spoils the next call of a tag. */
  fault: (typeof faults)[number] | undefined;
  isOffline = false;
  readonly #context: BrowserContext;
  readonly #backend: () => string;

  /** @param backend the base URL of the backend that takes the next call */
  constructor(context: BrowserContext, backend: () => string) {
    this.#context = context;
    this.#backend = backend;
  }

  async begin(): Promise<void> {
    // The page's own picker would undo the scenario.
    const picker = '**/sandbox/control/scenario';
    await this.#context.route(picker, async (route) => route.fulfill({ json: {} }));
    await this.#context.route(/\/shop\/\w/, async (route) => this.#answer(route));
    await this.#context.route(/\/wallet\/\w/, async (route) => {
      const { fault } = this;
      this.fault = undefined;
      await this.#answer(route, fault);
    });
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    await this.#context.setOffline(isOffline);
  }

  async #answer(route: Route, fault?: Network['fault']): Promise<void> {
    try {
      if (fault === 'slow') await sleep(2000);
      if (this.isOffline || fault === 'abort') await route.abort();
      else if (fault === 'html') await route.fulfill({ status: 502, ...html });
      else await this.#pass(route, fault);
    } catch {
      // The backend is dead, or the page is closed.
      await route.abort().catch(() => undefined);
    }
  }

  /** Passes a call on to a backend, and its answer back. */
  async #pass(route: Route, fault: Network['fault']): Promise<void> {
    const { host, pathname } = new URL(route.request().url());
    const url = `${this.#backend()}${pathname}`;
    const response = await route.fetch({ url, headers: { ...route.request().headers(), host } });
    if (this.isOffline || fault === 'lost') await route.abort();
    else await route.fulfill(fault === 'gateway' ? { status: 504, ...html } : { response });
  }
}
