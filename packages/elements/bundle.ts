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

/**
 * What Lit keeps for decorators, initializers, polyfills, lists in attributes and its own way of defaults:
 * our tags have none.
 */
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
  's.state&&(s.attribute=!1),',
  ',this.prototype.hasOwnProperty(t)&&((s=Object.create(s)).wrapped=!0)',
  'const t=this.constructor.elementProperties;if(t.size>0)for(const[s,i]of t){const{wrapped:t}=i,e=this[s];!0!==t||this._$AL.has(s)||void 0===e||this.C(s,void 0,i,e)}',
  ',useDefault:!1',
  '||i.useDefault&&i.reflect&&h===this._$Ej?.get(t)&&!this.hasAttribute(r._$Eu(t,i))',
  '??this._$Ej?.get(e)??r',
  'i&&!(this._$Ej??=new Map).has(t)&&(this._$Ej.set(t,r??s??this[t]),!0!==h||void 0!==r)||',
  'i||',
  'useDefault:i,',
  ',wrapped:h',
];

const withoutSpare = {
  name: 'without-spare',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!id.endsWith('/reactive-element.js')) return undefined;
    return spare.reduce((rest, part) => {
      const around = rest.split(part);
      if (around.length !== 2) throw new Error(`Lit is another one: look for ${part}`);
      return around.join('');
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
