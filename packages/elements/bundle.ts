import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** One file a tag, one for both buttons and one for all, with everything in them, and their hashes. */
const entries = {
  define: 'define',
  'wallet-buttons': 'define-buttons',
  'wallet-a-button': 'wallet-a-button-define',
  'wallet-b-button': 'wallet-b-button-define',
  'wallet-payment-status': 'wallet-payment-status-define',
};
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const sri: Record<string, string> = {};

/** Lit can do without adopted style sheets; no browser that runs the rest of the tags has to. */
const adoptedStyles = {
  name: 'adopted-styles',
  enforce: 'pre' as const,
  load: (id: string) =>
    id.endsWith('/css-tag.js')
      ? `export class CSSResult {}
        export const css = undefined;
        export const supportsAdoptingStyleSheets = true;
        export const unsafeCSS = (text) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(text);
          return sheet;
        };
        export const getCompatibleStyle = (sheet) => sheet;
        export const adoptStyles = (root, sheets) => {
          root.adoptedStyleSheets = sheets;
        };`
      : undefined,
};

/** What Lit keeps for decorators, initializers, polyfills and lists in attributes: our tags have none. */
const spare = [
  'Symbol.metadata??=Symbol("metadata"),a.litPropertyMetadata??=new WeakMap;',
  'const t=this[Symbol.metadata];if(null!==t){const s=litPropertyMetadata.get(t);if(void 0!==s)for(const[t,i]of s)this.elementProperties.set(t,i)}',
  'static addInitializer(t){this._$Ei(),(this.l??=[]).push(t)}',
  ',void 0!==t.l&&(this.l=[...t.l])',
  ',this.constructor.l?.forEach(t=>t(this))',
  'case Number:i=null===t?null:Number(t);break;case Object:case Array:try{i=JSON.parse(t)}catch(t){i=null}',
  'case Object:case Array:t=null==t?t:JSON.stringify(t)',
  ',p=a.reactiveElementPolyfillSupport',
  ',p?.({ReactiveElement:y})',
];

const withoutSpare = {
  name: 'without-spare',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/reactive-element.js')) return undefined;
    return spare.reduce((rest, part) => {
      if (!rest.includes(part)) throw new Error(`Lit is another one: it lacks ${part}`);
      return rest.replace(part, '');
    }, code);
  },
};

/** Tells bundlers what they may drop; here nothing is bundled any more. */
const noHints = {
  name: 'no-hints',
  generateBundle(_options: unknown, files: Readonly<Record<string, { code?: string }>>) {
    for (const file of Object.values(files)) {
      if (file.code) file.code = file.code.replaceAll('/* @__PURE__ */ ', '');
    }
  },
};

for (const [name, entry] of Object.entries(entries)) {
  await build({
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
    plugins: [adoptedStyles, withoutSpare, noHints],
    build: {
      lib: { entry: here(`dist/${entry}.js`), formats: ['es'], fileName: () => `${name}.js` },
      outDir: here('dist/cdn'),
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: { output: { minify: true } },
    },
  });
  const file = readFileSync(here(`dist/cdn/${name}.js`));
  sri[`${name}.js`] = `sha384-${createHash('sha384').update(file).digest('base64')}`;
}
writeFileSync(here('dist/cdn/sri.json'), `${JSON.stringify(sri, null, 2)}\n`);
