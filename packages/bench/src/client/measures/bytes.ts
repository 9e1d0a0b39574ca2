import { brotliCompressSync, constants } from 'node:zlib';
import { bundle } from '../bundle.ts';
import type { Measure, Row } from '../../measure.ts';
import type { Workbench } from '../workbench.ts';

const lit =
  "import { ReactiveElement, css } from '../elements/node_modules/@lit/reactive-element/reactive-element.js';";
const keep = (names: string) => `globalThis.kept = [${names}];`;
const own = 'both tags, without Lit';

/** What a shop's bundle gains. `keep` stands for the page's own use of it. */
const parts: readonly (readonly [string, string, string, string])[] = [
  ['ours-both', 'ours, both tags', 'A+B', "import '../elements/src/define-buttons.ts';"],
  ['ours-a', 'ours, one tag', 'A', "import '@wallet-buttons/elements/wallet-a-button.js';"],
  ['ours-b', 'ours, one tag', 'B', "import '@wallet-buttons/elements/wallet-b-button.js';"],
  ['ours-all', 'ours, with the status tag', 'A+B', "import '@wallet-buttons/elements/define.js';"],
  ['lit', 'the part of Lit that ours uses', '–', lit + keep('ReactiveElement, css')],
  ['google-element', '@google-pay/button-element', 'B', "import '@google-pay/button-element';"],
  [
    'apple-react',
    'apple-pay-button + React',
    'A',
    `import Button from 'apple-pay-button'; import { createRoot } from 'react-dom/client';
     import { createElement } from 'react'; ${keep('Button, createRoot, createElement')}`,
  ],
  [
    'braintree',
    'braintree-web',
    'A+B',
    `import client from 'braintree-web/client'; import a from 'braintree-web/apple-pay';
     import b from 'braintree-web/google-payment'; ${keep('client, a, b')}`,
  ],
  [
    'adyen',
    '@adyen/adyen-web',
    'A+B',
    `import { AdyenCheckout, ApplePay, GooglePay } from '@adyen/adyen-web';
     import '@adyen/adyen-web/styles/adyen.css'; ${keep('AdyenCheckout, ApplePay, GooglePay')}`,
  ],
];

export const bytes: Measure<Workbench> = {
  id: 'bytes',
  title: 'Bytes',
  method:
    'One bundler with one set of options, minified, ES2022, brotli 11. What a contender fetches later from elsewhere is not counted. Own code is both tags less the part of Lit bundled alone.',
  columns: { script: 'script, B', styles: 'style sheet, B' },
  async run() {
    const all: (Row & { figures: { script: number } })[] = [];
    for (const [contender, name, wallet, code] of parts) {
      const { script, styles } = await bundle(code);
      const figures = { script: brotli(script), ...(styles && { styles: brotli(styles) }) };
      all.push({ contender, name, wallet, figures });
    }
    const size = (id: string) => all.find((row) => row.contender === id)?.figures.script ?? 0;
    const figures = { script: size('ours-both') - size('lit') };
    all.splice(5, 0, { contender: 'ours-own', name: `ours, ${own}`, wallet: 'A+B', figures });
    return all;
  },
};

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
