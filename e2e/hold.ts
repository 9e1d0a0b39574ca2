import type { Page } from '@playwright/test';

/** Holds the page's calls of one endpoint. @returns the function that releases them */
export async function hold(page: Page, path: string): Promise<() => void> {
  const release = Promise.withResolvers<undefined>();
  await page.route(path, async (route) => {
    await release.promise;
    await route.continue();
  });
  return () => {
    release.resolve(undefined);
  };
}
