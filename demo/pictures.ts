/** The pictures of the demo: one for the README, and those of the buttons for the guide. */
import type { Browser, Page } from '@playwright/test';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';

export interface Picture {
  /** Below the root. */
  readonly file: string;
  readonly take: (browser: Browser, url: string, file: string) => Promise<void>;
}

type Options = Parameters<Browser['newPage']>[0];

const guide = 'packages/docs/pictures';

/** At twice the pixels. */
const usual = {
  viewport: { width: 1280, height: 900 },
  deviceScaleFactor: 2,
  colorScheme: 'light',
  reducedMotion: 'reduce',
} satisfies Options;

export const pictures: readonly Picture[] = [
  {
    file: '.github/screenshot.png',
    take: async (browser, url, path) => {
      await using page = await openShop(browser, url);
      await page.locator('[data-fact=shop]', { hasText: 'open' }).waitFor();
      await page.screenshot({ path });
    },
  },
  ...(['light', 'dark'] as const).map((colorScheme) => ({
    file: `${guide}/forced-colours-${colorScheme}.png`,
    take: async (browser: Browser, url: string, path: string) => {
      await using page = await openShop(browser, url, { forcedColors: 'active', colorScheme });
      await takeButtons(page, path);
    },
  })),
  {
    file: `${guide}/two-columns.png`,
    take: async (browser, url, path) => {
      await using page = await openShop(browser, url, { viewport: { width: 320, height: 640 } });
      const content = '#buttons { display: grid; grid-template-columns: 1fr 1fr; gap: 8px }';
      await page.addStyleTag({ content });
      await takeButtons(page, path);
    },
  },
  {
    file: `${guide}/paid.png`,
    take: async (browser, url, path) => {
      await using page = await openShop(browser, url);
      await pay(page);
      await takeDone(page, path);
    },
  },
  ...Object.entries({
    checked: { outcome: 'pending', status: 'processing' },
    closed: { code: 'too_many_attempts', title: 'It has failed too often.', status: 409 },
  }).map(([name, body]) => ({
    file: `${guide}/${name}.png`,
    take: async (browser: Browser, url: string, path: string) => {
      await using page = await openShop(browser, url);
      const answer =
        'code' in body ? { status: 409, contentType: 'application/problem+json' } : { status: 202 };
      await page.route('**/pay-token', (route) => route.fulfill({ json: body, ...answer }));
      await page.route('**/status', (route) => route.abort());
      await pay(page);
      if ('code' in body) await walletSheet(page, 'B').cancel();
      await takeDone(page, path);
    },
  })),
];

/** The demo, with both buttons ready. */
async function openShop(browser: Browser, url: string, options: Options = {}): Promise<Page> {
  const page = await browser.newPage({ ...usual, ...options });
  await page.goto(url);
  await page.locator('wallet-a-button:state(ready)').waitFor();
  await page.locator('wallet-b-button:state(ready)').waitFor();
  return page;
}

/** Pays with wallet B. */
async function pay(page: Page): Promise<void> {
  await page.locator('wallet-b-button').getByRole('button').click();
  await walletSheet(page, 'B').pay({ card: 'visa-approve' });
}

/** The buttons of an order that takes no press, which the demo takes away. */
async function takeDone(page: Page, path: string): Promise<void> {
  await page.locator('wallet-a-button:state(done)').waitFor({ state: 'attached' });
  await page.locator('wallet-b-button:state(done)').waitFor({ state: 'attached' });
  await page.locator('#buttons').evaluate((element) => element.toggleAttribute('hidden', false));
  await takeButtons(page, path);
}

/** The two buttons with some of the page around them. */
async function takeButtons(page: Page, path: string): Promise<void> {
  const box = await page.locator('#buttons').boundingBox();
  if (!box) throw new Error('The page shows no buttons.');
  const edge = 16;
  const { width } = page.viewportSize() ?? usual.viewport;
  const x = Math.max(0, box.x - edge);
  const clip = {
    x,
    y: box.y - edge,
    width: Math.min(width - x, box.width + 2 * edge),
    height: box.height + 2 * edge,
  };
  await page.screenshot({ path, clip, fullPage: true });
}
