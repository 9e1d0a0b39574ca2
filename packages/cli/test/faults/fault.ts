import type { CheckId } from '../../src/doctor/finding.ts';
import type { Difference } from '../world.ts';

/** Faults of a live shop by the check that finds them and by its result: each title with what differs. */
export type Faults = Readonly<
  Partial<Record<CheckId, Partial<Record<'fail' | 'warn', Readonly<Record<string, Fault>>>>>>
>;

/** One whose file is made when it is needed is a function. */
type Fault = Difference | (() => Promise<Difference>);

/** The checkout page with one text replaced. */
export const replaced = (text: string, replacement = ''): Difference => ({
  html: (html) => {
    if (!html.includes(text)) throw new Error(`The page has no ${text}.`);
    return html.replaceAll(text, replacement);
  },
});

/** More at the end of the head of the checkout page. */
export const inHead = (text: string): Difference => replaced('</head>', `${text}</head>`);

/** Another page in place of the checkout. */
export const instead = (page: string): Difference => ({ html: () => page });

export const headers = (values: Readonly<Record<string, string>>): Difference => ({
  headers: values,
});

export const option = (name: string, value: string | true | null): Difference => ({
  options: { [name]: value },
});
