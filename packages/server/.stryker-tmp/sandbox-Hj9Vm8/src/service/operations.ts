// @ts-nocheck
import { acquiring } from './acquiring.ts';
import { checkout } from './checkout.ts';
import { comfort } from './comfort.ts';

/**
 * Every operation that the service names. The path of each is in the wire profile; where the
 * service's document shows none and none was observed, a call says which entry to set.
 */
export const operations = { ...acquiring, ...checkout, ...comfort };
