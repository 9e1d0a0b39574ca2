import { brotliCompressSync, constants } from 'node:zlib';
import { type Measure, rows } from '../../measure.ts';
import { build } from '../bundlers.ts';
import type { Workbench } from '../workbench.ts';

const keep = (names: string): string => `globalThis.kept = [${names}];`;

/** The bytes that a contender adds to a shop's bundle. `keep` is the page's own use of it. */
const contenders: readonly { readonly id: string; readonly name: string; readonly code: string }[] =
  [
    {
      id: 'ours-small',
      name: 'ours, both buttons without the sheet (A+B)',
      code: `import '@wallet-buttons/elements/wallet-a-button.js';
      import '@wallet-buttons/elements/wallet-b-button.js';`,
    },
    {
      id: 'ours-all',
      name: 'ours, both buttons with everything (A+B)',
      code: `import '@wallet-buttons/elements/wallet-a-button.js';
      import '@wallet-buttons/elements/wallet-b-button.js'; import '@wallet-buttons/elements/sheet.js';`,
    },
    {
      id: 'google-element',
      name: '@google-pay/button-element (B)',
      code: "import '@google-pay/button-element';",
    },
    {
      id: 'apple-react',
      name: 'apple-pay-button + React (A)',
      code: `import Button from 'apple-pay-button'; import { createRoot } from 'react-dom/client';
      import { createElement } from 'react'; ${keep('Button, createRoot, createElement')}`,
    },
    {
      id: 'braintree',
      name: 'braintree-web (A+B)',
      code: `import client from 'braintree-web/client'; import a from 'braintree-web/apple-pay';
      import b from 'braintree-web/google-payment'; ${keep('client, a, b')}`,
    },
    {
      id: 'adyen',
      name: '@adyen/adyen-web (A+B)',
      code: `import { AdyenCheckout, ApplePay, GooglePay } from '@adyen/adyen-web';
      ${keep('AdyenCheckout, ApplePay, GooglePay')}`,
    },
  ];

export const bytes: Measure<Workbench> = {
  id: 'bytes',
  title: 'What a shop’s bundle gains',
  method:
    'The packages as npm users get them, as Vite builds them by default: all scripts, minified, brotli 11. What a contender fetches later from elsewhere is not counted.',
  columns: { script: 'scripts, B' },
  chart: ['script', 'bytes, minified and brotli 11; wallets in brackets'],
  // The size check of CI holds ours, in one file of a bundler.
  limits: [],
  run: async () =>
    rows(contenders, async ({ code }) => {
      const files = await build('vite', code);
      return { script: files.reduce((sum, file) => sum + brotli(file.code), 0) };
    }),
};

function brotli(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
