import { expressApp, expressManifest, type Kind, manifest } from './kind.ts';

const app = { 'package.json': expressManifest, 'index.js': expressApp() } as const;
/** The text, where each letter above ASCII is the byte `é` of Latin-1. */
const latin = (text: string): Buffer => Buffer.from(text.replaceAll('é', '\u00e9'), 'latin1');
/** "тест" in windows-1251, which is no UTF-8. */
const cyrillic = Buffer.from([0xf2, 0xe5, 0xf1, 0xf2]);
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const mountedByHand =
  /Edit index\.js yourself, because it is not UTF-8[^]*\+ app\.use\(walletRoutes\);/;
const ignoredByHand = (reason: string): RegExp =>
  new RegExp(`Edit \\.gitignore yourself, because ${reason}[^]*\\+ payments\\.db\\*`);

/** Projects whose files have another encoding, line end, mode or place. */
export const fileKinds: readonly Kind[] = [
  {
    title: 'an app in Latin-1',
    files: { ...app, 'index.js': latin(expressApp('// créé par André\n')) },
    step: mountedByHand,
  },
  {
    title: 'settings in windows-1251',
    files: {
      ...app,
      '.env.example': Buffer.concat([Buffer.from('# '), cyrillic, Buffer.from('\nA=1\n')]),
    },
    step: /Edit \.env\.example yourself, because it is not UTF-8[^]*\+ MERCHANT_ID=shop-1/,
    edited: 'index.js',
  },
  {
    title: 'an app in Shift JIS',
    files: {
      ...app,
      'index.js': Buffer.concat([
        Buffer.from('// '),
        Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67]),
        Buffer.from(`\n${expressApp()}`),
      ]),
    },
    step: mountedByHand,
  },
  {
    title: 'an ignore file in UTF-16 of PowerShell',
    files: { ...app, '.gitignore': Buffer.from('\uFEFFnode_modules\r\n', 'utf16le') },
    step: ignoredByHand('it is not UTF-8'),
    edited: 'index.js',
  },
  {
    title: 'an ignore file in UTF-16 without a mark',
    files: { ...app, '.gitignore': Buffer.from('node_modules\n', 'utf16le') },
    step: ignoredByHand('it is not UTF-8'),
    edited: 'index.js',
  },
  {
    title: 'an app cut in the middle of a letter',
    files: { ...app, 'index.js': Buffer.from(`${expressApp()}// é`).subarray(0, -1) },
    step: mountedByHand,
  },
  {
    title: 'an app with a byte order mark',
    files: { ...app, 'index.js': `\uFEFF${expressApp()}` },
    edited: 'index.js',
  },
  {
    title: 'an app with a byte order mark and Windows line ends',
    files: { ...app, 'index.js': `\uFEFF${crlf(expressApp())}` },
    edited: 'index.js',
  },
  {
    title: 'an app in Ukrainian, with an emoji',
    files: {
      ...app,
      'index.js': expressApp("app.get('/', (_, res) => res.send('Вітаємо 🌻'));\n"),
    },
    edited: 'index.js',
  },
  {
    title: 'Windows line ends everywhere',
    files: { ...app, 'index.js': crlf(expressApp()), '.gitignore': 'node_modules\r\n' },
    edited: 'index.js',
  },
  {
    title: 'an app with both line ends',
    files: { ...app, 'index.js': expressApp().replace('\n', '\r\n') },
    step: /Edit index\.js yourself, because its line ends differ/,
  },
  {
    title: 'an ignore file with the line ends of an old Mac',
    files: { ...app, '.gitignore': 'node_modules\rdist\r' },
    step: ignoredByHand('its line ends differ from line to line'),
    edited: 'index.js',
  },
  {
    title: 'an ignore file without a last line end',
    files: { ...app, '.gitignore': 'node_modules' },
    edited: '.gitignore',
  },
  {
    title: 'an empty ignore file, and empty settings',
    files: { ...app, '.gitignore': '', '.env.example': '' },
    edited: '.gitignore',
  },
  {
    title: 'an ignore file of another encoding that has all lines',
    files: {
      ...app,
      '.gitignore': Buffer.concat([
        cyrillic,
        Buffer.from('\n.env\n.wallet-sandbox/\npayments.db*\n'),
      ]),
    },
    edited: 'index.js',
  },
  {
    title: 'settings of its own',
    files: {
      ...app,
      '.env': 'SHOP_KEY=secret\n',
      '.env.example': 'SHOP_URL=https://shop.example\n',
    },
    step: /Add the lines of \.env\.example to \.env, which you have already/,
    edited: '.env.example',
  },
  {
    title: 'Next with settings of its own',
    files: {
      'package.json': manifest({ next: '16' }),
      'app/layout.js': '',
      '.env.local': 'SHOP_KEY=secret\n',
    },
    step: /Add the lines of \.env\.example to \.env\.local/,
  },
  {
    title: 'a read-only app',
    files: { ...app, 'index.js': { readOnly: expressApp() } },
    step: /Edit index\.js yourself, because it is read-only/,
  },
  {
    title: 'a read-only ignore file',
    files: { ...app, '.gitignore': { readOnly: 'node_modules\n' } },
    step: ignoredByHand('it is read-only'),
    edited: 'index.js',
  },
  {
    title: 'an ignore file that links to that of all projects',
    files: {
      'shared/gitignore': 'node_modules\n',
      'shop/package.json': expressManifest,
      'shop/index.js': expressApp(),
      'shop/.gitignore': { link: '../shared/gitignore' },
    },
    folder: 'shop',
    step: ignoredByHand('it is a link to another file'),
    edited: 'index.js',
  },
  {
    title: 'an app that is a link',
    files: {
      'shared/index.js': expressApp(),
      'shop/package.json': expressManifest,
      'shop/index.js': { link: '../shared/index.js' },
    },
    folder: 'shop',
    step: /Edit index\.js yourself, because it is a link to another file/,
  },
  {
    title: 'settings that link to nothing',
    files: { ...app, '.env.example': { link: 'missing' } },
    step: /Edit \.env\.example yourself, because it is a link to another file/,
    edited: 'index.js',
  },
  {
    title: 'a folder of sources that is a link to another project',
    files: {
      'other/src/index.ts': expressApp(),
      'shop/package.json': expressManifest,
      'shop/tsconfig.json': '{}',
      'shop/src': { link: '../other/src' },
    },
    folder: 'shop',
    refusal: /A link leads src\/wallet\/wallet\.ts to a place outside of the project/,
  },
  {
    title: 'a folder that is itself a link',
    files: {
      'real/package.json': expressManifest,
      'real/index.js': expressApp(),
      shop: { link: 'real' },
    },
    folder: 'shop',
    edited: 'index.js',
  },
  {
    title: 'a file in place of a folder',
    files: { ...app, wallet: 'mine' },
    refusal: /wallet is no folder, which init needs there\. Nothing was written/,
  },
  {
    title: 'a module of another content',
    files: { ...app, 'wallet/wallet.js': 'mine' },
    refusal: /wallet\/wallet\.js exists with another content\. Nothing was written/,
  },
  {
    title: 'a module of another language',
    files: { ...app, 'wallet/pages.ts': 'mine' },
    refusal: /wallet\/pages\.ts exists/,
  },
];
