// The wallets' stand-ins as classic scripts: a provider's own script is one, and `document.currentScript`,
// load order and `crossorigin` behave differently for modules.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

const entries = {
  'wallet-a': 'apple-pay/wallet-a',
  'wallet-a-native': 'apple-pay/wallet-a-native',
  'wallet-b': 'google-pay/wallet-b',
};

for (const [name, entry] of Object.entries(entries)) {
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir: resolvePath('dist/wallets'),
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: {
        entry: resolvePath(`src/${entry}.ts`),
        formats: ['iife'],
        name: 'walletSandboxScript',
        fileName: () => `${name}.js`,
      },
    },
  });
  console.log(`dist/wallets/${name}.js`);
}

// The page of the service: one module, and two files as they are.
await build({
  configFile: false,
  logLevel: 'warn',
  build: {
    outDir: resolvePath('dist/page'),
    target: 'es2022',
    lib: { entry: resolvePath('src/page/page.ts'), formats: ['es'], fileName: () => 'page.js' },
  },
});
for (const name of ['index.html', 'page.css']) {
  copyFileSync(resolvePath(`src/page/${name}`), resolvePath(`dist/page/${name}`));
}
console.log('dist/page');
