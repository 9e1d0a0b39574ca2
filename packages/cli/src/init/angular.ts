import { backendFiles, backendStep } from './backend.ts';
import type { Project } from './project.ts';
import { insertAt, openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';

const checkout = `import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, isDevMode } from '@angular/core';
import type { WalletResultEvent } from '@wallet-buttons/elements';
import { defineTags } from './tags';

@Component({
  selector: 'app-wallet-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: \`
    <h1>Order A-1001</h1>
    <wallet-buttons
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country="UA"
      label="Shop"
      (wallet-result)="finish($event)"
    >
      <wallet-a-button />
      <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant" />
    </wallet-buttons>
  \`,
})
export class WalletCheckout {
  constructor() {
    // The sandbox plays both wallets in a development build. To try the wallets themselves, name none.
    const sandbox = isDevMode() ? 'http://127.0.0.1:4010' : '';
    afterNextRender(() => void defineTags(sandbox));
  }

  protected finish({ outcome }: WalletResultEvent): void {
    if (outcome !== 'failed') location.assign('/return?order=A-1001');
  }
}
`;

const returnPage = `import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { defineTags } from './tags';

@Component({
  selector: 'app-wallet-return',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<wallet-payment-status />',
})
export class WalletReturn {
  constructor() {
    afterNextRender(() => void defineTags());
  }
}
`;

const pages = `
  { path: 'checkout', loadComponent: () => import('./wallet/checkout').then((file) => file.WalletCheckout) },
  { path: 'return', loadComponent: () => import('./wallet/return').then((file) => file.WalletReturn) },`;

const proxy = `{
  "/wallet": { "target": "http://localhost:3000" }
}
`;

/** Pages of the router, and a backend beside them. */
export function angular({ importExtension }: Project): Recipe {
  const origin = 'http://localhost:4200';
  return {
    files: {
      ...backendFiles(importExtension),
      'src/app/wallet/tags.ts': tagsFile(true),
      'src/app/wallet/checkout.ts': checkout,
      'src/app/wallet/return.ts': returnPage,
    },
    edits: [
      {
        paths: ['proxy.conf.json'],
        change: (text) => (text.includes('"/wallet"') ? text : null),
        create: proxy,
        byHand:
          'Pass /wallet on to http://localhost:3000 in proxy.conf.json, without changeOrigin.',
      },
      {
        paths: ['src/app/app.routes.ts'],
        change: (text) =>
          text.includes('./wallet/checkout')
            ? text
            : insertAt(text, /: Routes = \[(?:(?=\n)|\s*\](?=;))/, (found) =>
                found.endsWith(']') ? `: Routes = [${pages}\n]` : `${found}${pages}`,
              ),
        byHand:
          'Route checkout and return to the components of src/app/wallet, WalletCheckout and WalletReturn.',
      },
    ],
    origin,
    sandboxSetting: null,
    start: [
      backendStep(importExtension),
      'npx ng serve --proxy-config proxy.conf.json',
      openAt(origin),
    ],
  };
}
