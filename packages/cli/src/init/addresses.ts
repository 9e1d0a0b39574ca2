import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../report.ts';
import type { Files } from './recipe.ts';
import { recipes } from './signs.ts';

/** The first parts of the addresses that `init` adds to a shop: `/wallet-demo`, `/wallet`. */
export interface Addresses {
  /** The demo's checkout; its return page is below it. */
  readonly demo: string;
  /** The endpoints. */
  readonly base: string;
}

export const defaultBase = '/wallet';

/** The only file of wallet A, and so the only address of `/.well-known` that is taken. */
export const domainFile = '.well-known/apple-developer-merchantid-domain-association';

/**
 * The addresses of an earlier run, or else the first ones that no file of the project mentions.
 * @throws {UsageError} if each is taken.
 */
export async function addressesFor(folder: string): Promise<Addresses> {
  const sources = await sourcesOf(folder);
  const ownAddress = (pattern: RegExp): string | undefined => {
    const match = sources.map(({ text }) => pattern.exec(text)).find((found) => found !== null);
    return match?.[1];
  };
  const firstFree = (names: readonly string[]): string => {
    const freeName = names.find((name) => !sources.some((source) => isTaken(source, name)));
    if (freeName !== undefined) return freeName;
    throw new UsageError(
      `The project has ${names.join(', ')} already, and init takes no address of it. Nothing was written. The guide shows what to write: ${recipes}/servers.md`,
    );
  };
  return {
    base:
      ownAddress(/callbackUrl: `\$\{SHOP_URL\}(\/[\w-]+)\/webhook\/v1`/) ??
      firstFree([defaultBase, '/wallet-buttons', '/wallet-endpoints']),
    demo:
      ownAddress(/redirectUrl: `\$\{SHOP_URL\}(\/wallet-[\w-]+)\/return`/) ??
      firstFree(['/wallet-demo', '/wallet-tryout', '/wallet-first-payment']),
  };
}

/** A file of the project, with an empty text if it is no source. */
interface Source {
  readonly path: string;
  readonly text: string;
}

const sourceNames =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?|ejs|hbs|pug|njk|liquid|mdx|json|ya?ml|toml|php|py|rb|go|java)$/;
const foreignFolders = /^(?:\..*|node_modules|dist|build|coverage|vendor|target)$/;
const maxSize = 1_000_000;

/** The files of the project's own folders; links are not followed. */
async function sourcesOf(folder: string, path = ''): Promise<readonly Source[]> {
  const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
  const sources = entries.map(async (entry): Promise<readonly Source[]> => {
    const entryPath = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) {
      return foreignFolders.test(entry.name) ? [] : sourcesOf(folder, entryPath);
    }
    return entry.isFile() ? [{ path: entryPath, text: await textIn(folder, entryPath) }] : [];
  });
  return (await Promise.all(sources)).flat();
}

/** Addresses are ASCII: Latin-1 reads them right in UTF-8 and in each encoding of one byte a letter. */
async function textIn(folder: string, path: string): Promise<string> {
  const file = join(folder, path);
  if (!sourceNames.test(path) || (await stat(file)).size > maxSize) return '';
  return readFile(file, 'latin1').catch(() => '');
}

/** Whether a file names this address, or is a page of it: in code, as `/name` or as a route's bare name. */
function isTaken({ path, text }: Source, address: string): boolean {
  const name = address.slice(1);
  const isPage = new RegExp(`(?:^|/)(?:app|pages|routes|public|static)/(?:.*/)?${name}(?:[/.]|$)`);
  const isAddress = new RegExp(
    `(?<![\\w.@~#$*-])/${name}(?![\\w-])|(['"\`])${name}(?:/[^'"\`\\n]*)?\\1`,
  );
  return isPage.test(path) || isAddress.test(text);
}

/** The addresses within the templates, and what follows the demo's first part. */
const demoParts = { checkout: '', return: '/return', 'wallet-tags.js': '/tags.js' } as const;
type DemoPage = keyof typeof demoParts;

/** The files of a recipe at the addresses of this project. */
export function placed(files: Files, addresses: Addresses): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, placedText(text, addresses)]),
  );
}

/** A template, which has the addresses of the guide, at those of this project. */
export function placedText(text: string, { demo, base }: Addresses): string {
  const addressOf = (page: string): string => `${demo}${demoParts[page as DemoPage]}`;
  const textWithDemo = text
    .replaceAll(/(?<=['"`} ]\/)(?:checkout|return|wallet-tags\.js)(?=['"`? ])/g, (page) =>
      addressOf(page).slice(1),
    )
    .replaceAll(/(?<=\broute\(')(?:checkout|return)(?=')/g, (page) => addressOf(page).slice(1));
  return withBase(textWithDemo, base);
}

function withBase(text: string, base: string): string {
  if (base === defaultBase) return text;
  return text
    .replace(
      'callbackUrl: `${SHOP_URL}/wallet/',
      `basePath: '${base}',\n    callbackUrl: \`\${SHOP_URL}${base}/`,
    )
    .replaceAll("'/wallet/*'", `'${base}/*'`)
    .replaceAll("'wallet/*'", `'${base.slice(1)}/*'`)
    .replaceAll('/wallet/[...path]', `${base}/[...path]`)
    .replaceAll('(wallet|', `(${base.slice(1)}|`)
    .replaceAll(/\border="A-1001"/g, `backend="${base}" order="A-1001"`)
    .replaceAll(/(?<=payment = \{\s*)order: 'A-1001'/g, `backend: '${base}', order: 'A-1001'`)
    .replaceAll('<wallet-payment-status', `<wallet-payment-status backend="${base}"`);
}
