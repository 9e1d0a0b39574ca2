import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { RecordedCall } from '../service/control-api.ts';
import { badge, pretty, timeOf } from './parts.ts';

/** Signed calls, newest first; a refused one with its reason. */
export function callsView(calls: readonly RecordedCall[]): TemplateResult {
  if (calls.length === 0) {
    return html`<p class="empty">No signed call has arrived. Point the base URL of your backend here.</p>`;
  }
  return html`<ol class="calls">
    ${repeat(
      calls.toReversed(),
      ({ id }) => id,
      (call) => html`<li>${callView(call)}</li>`,
    )}
  </ol>`;
}

function callView(call: RecordedCall): TemplateResult {
  const { at, method, path, signature, answer, error } = call;
  const wrong = signature.result !== 'valid';
  return html`<details class="call">
    <summary>
      <time datetime=${at}>${timeOf(at)}</time>
      <code class="path">${method} ${path}</code>
      ${badge(wrong ? `signature ${signature.result}` : 'signature valid', wrong ? 'bad' : 'good')}
      ${answerBadge(answer)}
    </summary>
    ${wrong ? whyView(call) : nothing}
    ${error === null || wrong ? nothing : html`<p class="why bad">${error}</p>`}
    <dl class="facts">
      ${Object.entries(call.headers).map(
        ([name, values]) =>
          html`<dt>${name}</dt>
            <dd><code>${values.join(' · ') || '–'}</code></dd>`,
      )}
    </dl>
    <p class="label">Sent</p>
    <pre tabindex="0">${pretty(call.body)}</pre>
    ${
      call.answerBody === null
        ? nothing
        : html`<p class="label">Answered</p>
          <pre tabindex="0">${pretty(call.answerBody)}</pre>`
    }
  </details>`;
}

/** The checked bytes, and the expected signature. */
function whyView({ signature }: RecordedCall): TemplateResult {
  const { explanation, expected, signed } = signature;
  return html`<div class="why bad">
    <p>${explanation}</p>
    <dl class="facts">
      <dt>expected</dt>
      <dd><code>${expected.header}: ${expected.hash}, ${expected.padding}, ${expected.encoding}</code></dd>
      <dt>bytes received</dt>
      <dd><code>${signed.length} bytes, SHA-256 ${signed.sha256}</code></dd>
    </dl>
  </div>`;
}

function answerBadge(answer: RecordedCall['answer']): TemplateResult {
  if (answer === null) return badge('open', 'wait');
  if (answer === 'cut') return badge('cut', 'bad');
  return badge(String(answer), answer < 300 ? 'plain' : 'bad');
}
