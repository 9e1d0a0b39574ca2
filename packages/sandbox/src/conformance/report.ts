/** A run as a file to keep: JUnit for programs, HTML for people. */
import { expectation, type ReportedRun } from './reported-run.ts';

/** What the end of a file's name says about its form. */
export const reports: Readonly<Record<string, (run: ReportedRun) => string>> = {
  '.xml': junitReport,
  '.html': htmlReport,
};

/** JUnit XML: one suite, a case for each check. */
function junitReport(run: ReportedRun): string {
  const failureCount = run.results.filter(({ passed }) => !passed).length;
  const cases = run.results.map(({ check, passed, milliseconds, ...result }) => {
    const attributes = `classname="conformance" name="${escaped(check.id)}" time="${seconds(milliseconds)}"`;
    if (passed) return `  <testcase ${attributes}/>`;
    const text = escaped(expectation({ check, ...result }).join('\n'));
    return `  <testcase ${attributes}>\n    <failure message="${escaped(result.seen)}">${text}</failure>\n  </testcase>`;
  });
  const counts = `tests="${run.results.length}" failures="${failureCount}" time="${seconds(run.milliseconds)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="conformance of ${escaped(run.backend)}" timestamp="${run.at}" ${counts}>
${cases.join('\n')}
  <system-out>Not tested: ${escaped(run.untested.join('; '))}.</system-out>
</testsuite>
`;
}

/** One page without a script or another file. */
function htmlReport(run: ReportedRun): string {
  const failureCount = run.results.filter(({ passed }) => !passed).length;
  const rows = run.results.map(({ check, passed, milliseconds, ...result }) => {
    const more = passed
      ? ''
      : `<pre>${escaped(expectation({ check, ...result }).join('\n'))}</pre>`;
    const cell = passed ? '<td>pass</td>' : '<td class="fail">FAIL</td>';
    const cells = [check.promise, check.cost].map((text) => `<td>${escaped(text)}`).join('');
    return `<tr>${cell}<td><code>${escaped(check.id)}</code>${cells}${more}<td>${seconds(milliseconds)} s`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Conformance of ${escaped(run.backend)}</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; }
  table { border-collapse: collapse; }
  th, td { border-bottom: 1px solid #ccc; padding: 0.3rem 0.8rem; text-align: left; vertical-align: top; }
  .fail { background: #b00020; color: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>
<h1>Conformance of ${escaped(run.backend)}</h1>
<p>${run.results.length - failureCount} passed, ${failureCount} failed, ${run.at}, ${seconds(run.milliseconds)} s
<p>Not tested: ${escaped(run.untested.join('; '))}.
<table>
<tr><th><th>check<th>the backend<th>a failure costs<th>time
${rows.join('\n')}
</table>
</html>
`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(1);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** For HTML and XML; XML allows no control characters. */
function escaped(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
