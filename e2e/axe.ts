import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * What axe finds in a page without frames, by all its rules in light and by those of colour in dark.
 * @param part a selector: of a page that was looked at before, only what has changed
 */
export async function expectNoViolations(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // The other way opens a page more for each question, for the sake of frames.
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode();
    axe.options({ resultTypes: ['violations'] });
    if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const findings = violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }));
    expect(findings, colorScheme).toEqual([]);
  }
}
