import type { Page } from '@playwright/test';

/** Lets the page's calls of one endpoint wait. @returns what lets them go on */
export async function hold(page: Page, path: string): Promise<() => void> {
  const released = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await released.promise;
    await route.continue();
  });
  return () => {
    released.resolve(undefined);
  };
}
