import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import type { Finding } from '../src/doctor/finding.ts';
import { jsonFrom, listen, run } from './run.ts';

/** Stands for the built tags: their names, and the word that each copy of them has. */
const define = `customElements.define('wallet-a-button', class extends HTMLElement {});
  Symbol.for('wallet-buttons.texts');`;
const files: Readonly<Record<string, string>> = {
  '/@wallet-buttons/elements@0.1.0/define.js': define,
  '/@wallet-buttons/elements@0.2.0/define.js': `try { ${define} } catch {}`,
  '/app.js': `const tag = document.createElement('wallet-a-button');
    Object.assign(tag, { order: 'o', amount: '1.00', currency: 'UAH', country: 'UA', label: 'L' });
    document.body.attachShadow({ mode: 'open' }).append(tag);`,
  '/less.js': "document.body.append(document.createElement('wallet-a-button'));",
};
const script = (path: string): string => `<script src="${path}"></script>`;

/** The tags, and another version of them. */
export const kit = script('/@wallet-buttons/elements@0.1.0/define.js');
export const other = script('/@wallet-buttons/elements@0.2.0/define.js');
/** Makes a button with all that it needs. */
export const app = script('/app.js');
/** Makes a button without attributes. */
export const less = script('/less.js');

/** The results of two checks that need a browser: `page.tags` and `page.twice`. */
export async function resultsIn(
  test: TestContext,
  html: string,
  engine: string,
): Promise<readonly unknown[]> {
  const server = createServer(({ url = '' }, response) => {
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(files[url] ?? html);
  });
  const ran = await run('doctor', await listen(test, server), '--browser', engine, '--json');
  const { findings } = jsonFrom(ran) as unknown as { readonly findings: readonly Finding[] };
  const resultOf = (id: string) => findings.find((finding) => finding.id === id)?.result;
  return [resultOf('page.tags'), resultOf('page.twice')];
}

/** A page whose tag says why it is unavailable. */
export function unavailable(reason: string, error?: string): string {
  return `<body><script>
  customElements.define('wallet-a-button', class extends HTMLElement {
    state = 'loading';
    order = 'o'; amount = '1.00'; currency = 'UAH'; country = 'UA'; label = 'L';
    connectedCallback() {
      setTimeout(() => {
        this.state = 'unavailable';
        const type = ${error === undefined ? "'wallet-unavailable'" : "'wallet-error'"};
        const fields = { reason: '${reason}', error: { code: '${error ?? reason}' } };
        this.dispatchEvent(Object.assign(new Event(type, { bubbles: true, composed: true }), fields));
      }, 1500);
    }
  });</script><wallet-a-button></wallet-a-button>`;
}
