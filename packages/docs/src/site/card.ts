/** `pnpm --filter @wallet-buttons/docs run card`: the picture that a messenger shows, from the first page as built. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromium as installed } from '../../../../.ci/programs.mjs';
import { card } from './page-data.ts';
import { palettePng } from './palette.ts';
import { serveSite } from './serve.ts';

/** The name, the sentence and the buttons of the first page, and nothing else of it. */
const layout = `
  .VPNav, .VPLocalNav, .VPFooter, .home-parts, .home-head > :not(h1, h1 + p, .live-pair),
  .live-pair > div[class*='language-'], .live-controls, .live-log { display: none !important }
  .VPContent, .VPDoc, .container, .content { padding: 0 !important; margin: 0 !important }
  .home-head { box-sizing: border-box; block-size: ${String(card.height)}px; padding: 64px 72px;
    display: flex; flex-direction: column }
  .home-head h1 { font-size: 34px !important; padding-inline-start: 56px;
    background: url(logo.svg) 0 50% / 42px no-repeat }
  .home-head h1 + p { font-size: 58px !important;
    max-inline-size: 28ch; margin-block-start: 24px }
  .home-head .live-pair { display: block; margin: auto 0 0 !important }
  .vp-doc .live { border: 0; padding: 0; background: none }
  .live-stage { zoom: 1.5 }
  .live-stage wallet-buttons { grid-auto-flow: column; gap: 20px }`;

const engine = installed();
if ('missing' in engine) throw new Error(engine.missing);
const site = await serveSite();
const browser = await chromium.launch(engine.launchOptions);
const { width, height, file } = card;
const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' });
await page.goto(`${site.url}/`);
await page.addStyleTag({ content: layout });
for (const tag of ['wallet-a-button', 'wallet-b-button']) {
  await page.locator(tag).getByRole('button').waitFor();
}
const png = await page.screenshot();
const pixels = await page.evaluate(pixelsOf, png.toString('base64'));
const path = fileURLToPath(new URL(`../../public/${file}`, import.meta.url));
writeFileSync(path, palettePng({ width, height, pixels }));
await browser.close();
site.close();

/** Runs in the page: a browser reads a PNG. */
async function pixelsOf(base64: string): Promise<number[]> {
  const picture = new Image();
  picture.src = `data:image/png;base64,${base64}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const { data = [] } = context?.getImageData(0, 0, picture.width, picture.height) ?? {};
  return Array.from({ length: data.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0] = data.slice(pixel * 4, pixel * 4 + 3);
    return red * 65536 + green * 256 + blue;
  });
}
