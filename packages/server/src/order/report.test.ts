import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import { addReport } from './report.ts';

const record = recordOf([sent]);
const report = { code: 'sheet_failed' } as Parameters<typeof addReport>[1];

describe('a report of a page', () => {
  it('is added with its time, after the earlier ones, and changes nothing else', () => {
    const first = addReport(record, report, 5);
    assert.deepEqual(first, { ...record, reports: [{ ...report, at: 5 }] });
    const second = addReport(first, report, 7);
    assert.deepEqual(
      second.reports.map(({ at }) => at),
      [5, 7],
    );
  });

  it('is kept with nine others, the newest', () => {
    const times = Array.from({ length: 12 }, (_, index) => index);
    const last = times.reduce((each, time) => addReport(each, report, time), record);
    assert.deepEqual(
      last.reports.map(({ at }) => at),
      times.slice(2),
    );
  });
});
