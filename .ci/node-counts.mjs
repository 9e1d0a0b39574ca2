// A reporter for `node --test`: the counts of the whole run, and nothing to read.
import { writeCounts } from './counts.mjs';

/** @param {AsyncIterable<{ type: string, data: { file?: string, counts?: Record<string, number> } }>} events */
export default async function* nodeCounts(events) {
  for await (const { type, data } of events) {
    // Each file has its own summary; the one without a file is of all.
    if (type !== 'test:summary' || data.file !== undefined) continue;
    const { passed = 0, failed = 0, cancelled = 0 } = data.counts ?? {};
    writeCounts(passed, failed + cancelled);
  }
  yield '';
}
