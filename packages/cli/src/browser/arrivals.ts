import type { BrowserContext, Frame, Page, Request, Response } from 'playwright-core';
import { plain } from './seen-script.ts';

/** A received document: the page, or a frame in it. */
export interface SeenDocument {
  /** No query. */
  readonly url: string;
  readonly isPage: boolean;
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a browser requests and receives. */
export interface Arrivals {
  /** After redirects and navigations, the payer sees the last document of a frame. */
  readonly documents: () => readonly SeenDocument[];
  readonly responses: readonly Response[];
  /** Notes that something else has happened. */
  readonly change: () => void;
  /** Whether nothing has changed for a second, or for ten seconds with requests that do not end. */
  readonly isQuiet: (ignoredUrls: ReadonlySet<string>) => boolean;
}

/** Listens to the network of a browser. */
export function arrivalsIn(context: BrowserContext, page: Page): Arrivals {
  const responses: Response[] = [];
  const documents = new Map<Frame, SeenDocument>();
  const underWay = new Set<Request>();
  let lastChange = Date.now();
  const change = (): void => {
    lastChange = Date.now();
  };
  const end = (request: Request): void => {
    change();
    underWay.delete(request);
  };
  context.on('request', (request) => {
    change();
    underWay.add(request);
  });
  context.on('requestfinished', end);
  context.on('requestfailed', end);
  context.on('response', (response) => {
    change();
    responses.push(response);
    const request = response.request();
    if (!request.isNavigationRequest()) return;
    const frame = response.frame();
    documents.set(frame, {
      url: plain(response.url()),
      isPage: frame === page.mainFrame(),
      status: response.status(),
      headers: response.headers(),
    });
  });
  return {
    documents: () => [...documents.values()],
    responses,
    change,
    isQuiet: (ignoredUrls) => {
      const quietTime = Date.now() - lastChange;
      const isLoading = [...underWay].some((request) => !ignoredUrls.has(request.url()));
      return quietTime > 10_000 || (quietTime > 1000 && !isLoading);
    },
  };
}
