import { UsageError } from '../report.ts';

/** The database does not answer, or refuses this user; a later try may succeed. */
export class UnreadableError extends UsageError {}
