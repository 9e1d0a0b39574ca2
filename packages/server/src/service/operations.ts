import { acquiring } from './acquiring.ts';
import { checkout } from './checkout.ts';
import { comfort } from './comfort.ts';

/** The rows by name. As what it is made of, since the declarations of a spread lose the docstrings. */
export type Operations = typeof acquiring & typeof checkout & typeof comfort;

/**
 * Every operation that the service names. The path of each is in the wire profile; where the
 * service's document shows none and none was observed, a call says which entry to set.
 */
export const operations: Operations = { ...acquiring, ...checkout, ...comfort };
