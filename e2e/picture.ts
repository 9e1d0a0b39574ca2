import type { Locator } from '@playwright/test';

/**
 * The highest contrast between two points of a button's words as the payer sees them, from 1 to 21 (WCAG). They are in its
 * right half: the left one may have a logo of many colours, and the edges a border or the outline of the focus.
 */
export async function contrastOfWords(element: Locator): Promise<number> {
  const edge = 6;
  const picture = (await element.screenshot()).toString('base64');
  return element.page().evaluate(
    async ([data, inset]) => {
      const blob = await (await fetch(`data:image/png;base64,${data}`)).blob();
      const image = await createImageBitmap(blob);
      const start = Math.round(image.width / 2);
      const width = image.width - start - inset;
      const height = image.height - 2 * inset;
      const context = new OffscreenCanvas(width, height).getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.drawImage(image, -start, -inset);
      const { data: points } = context.getImageData(0, 0, width, height);
      const linear = (value: number) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
      const share = (index: number) => linear((points[index] ?? 0) / 255);
      const lights = Array.from(
        { length: width * height },
        (_, point) =>
          0.2126 * share(4 * point) + 0.7152 * share(4 * point + 1) + 0.0722 * share(4 * point + 2),
      );
      const lightest = lights.reduce((most, light) => Math.max(most, light), 0);
      const darkest = lights.reduce((least, light) => Math.min(least, light), 1);
      return (lightest + 0.05) / (darkest + 0.05);
    },
    [picture, edge] as const,
  );
}
