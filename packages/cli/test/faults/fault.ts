import type { CheckId } from '../../src/doctor/finding.ts';
import type { Difference } from '../world.ts';

/** A fault of a live shop, and the check that finds it. */
export type Fault = readonly [
  id: CheckId,
  result: 'fail' | 'warn',
  title: string,
  difference: Difference,
];

/** The checkout page with one text replaced. */
export const without =
  (text: string, replacement = '') =>
  (html: string): string => {
    if (!html.includes(text)) throw new Error(`The page has no ${text}.`);
    return html.replaceAll(text, replacement);
  };

/** Another page in place of the checkout. */
export const instead = (page: string) => (): string => page;
