import type { Browser } from '@playwright/test';
import { launch } from './browser.ts';
import type { Contender } from './contenders.ts';
import { Site } from './site.ts';

/** The tools of a measure of the page. */
export interface Workbench {
  readonly browser: Browser;
  readonly site: Site;
  readonly contenders: readonly Contender[];
  readonly isQuick: boolean;
}

/** A browser before the pages of the contenders. */
export async function openWorkbench(
  contenders: readonly Contender[],
  isQuick = false,
): Promise<Workbench & AsyncDisposable> {
  const site = await Site.open(contenders);
  const browser = await launch(site);
  const close = async (): Promise<void> => {
    await browser.close();
    site.close();
  };
  return { browser, site, contenders, isQuick, [Symbol.asyncDispose]: close };
}
