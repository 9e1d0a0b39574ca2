import { backendFiles, backendStep } from './backend.ts';
import type { Project } from './project.ts';
import { insertAt, openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { template } from './template.ts';

/** Pages of the router, and a backend beside them. */
export function angular({ importExtension, addresses: { demo, base } }: Project): Recipe {
  const origin = 'http://localhost:4200';
  const path = demo.slice(1);
  const pages = `
  { path: '${path}', loadComponent: () => import('./wallet/checkout').then((file) => file.WalletCheckout) },
  { path: '${path}/return', loadComponent: () => import('./wallet/return').then((file) => file.WalletReturn) },`;
  return {
    files: {
      ...backendFiles(importExtension),
      'src/app/wallet/tags.ts': tagsFile(true),
      'src/app/wallet/checkout.ts': template('angular/checkout.ts'),
      'src/app/wallet/return.ts': template('angular/return.ts'),
    },
    edits: [
      {
        paths: ['proxy.conf.json'],
        change: (text) => (text.includes(`"${base}/"`) ? text : null),
        create: `{\n  "${base}/": { "target": "http://localhost:3000" }\n}\n`,
        byHand: `Pass ${base}/ on to http://localhost:3000 in proxy.conf.json, without changeOrigin.`,
      },
      {
        paths: ['src/app/app.routes.ts'],
        change: (text) =>
          text.includes('./wallet/checkout')
            ? text
            : insertAt(text, /: Routes = \[(?:(?=\n)|\s*\](?=;))/, (match) =>
                match.endsWith(']') ? `: Routes = [${pages}\n]` : `${match}${pages}`,
              ),
        byHand: `Route ${path} and ${path}/return to the components of src/app/wallet, WalletCheckout and WalletReturn.`,
      },
    ],
    origin,
    sandboxSetting: null,
    start: [
      backendStep(importExtension),
      'npx ng serve --proxy-config proxy.conf.json',
      openAt(`${origin}${demo}`),
    ],
  };
}
