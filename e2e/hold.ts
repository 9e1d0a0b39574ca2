import type { Page } from '@playwright/test';

/** Holds the page's calls of one endpoint. @returns the function that releases them */
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
