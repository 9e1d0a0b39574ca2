import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { ownCompilers } from './own-compilers.ts';
import { pages, snippets } from './pages.ts';
import { exampleOf, filesOf, type Snippet } from '../src/snippets.ts';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** What `init` writes is compiled with its tests, `typed.test.ts`. */
const elsewhere = ['recipes/react-router', 'recipes/astro'];

/** What a page's reader has installed and this repository has not. */
const foreign = `
  declare module 'next/server' { export function after(task: () => unknown): void; }
  declare module 'next/script' {
    export default function Script(props: { src: string; onReady: () => void }): null;
  }
  declare module '@nestjs/core' {
    import { type RequestHandler } from 'express';
    import { type Server } from 'node:http';
    interface App {
      use(handler: RequestHandler): void;
      listen(port: number): Promise<void>;
      getHttpServer(): Server;
    }
    export const NestFactory: { create(module: new () => object): Promise<App> };
  }
  declare module '*/app.module' {
    export class AppModule {}
  }
  declare module 'koa' {
    import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
    interface Context {
      readonly path: string;
      readonly req: IncomingMessage;
      readonly res: ServerResponse;
      respond?: boolean;
    }
    export default class Koa {
      use(middleware: (context: Context, next: () => Promise<unknown>) => Promise<unknown>): this;
      listen(port: number): Server;
    }
  }
  declare module '@solidjs/start/server' {
    export interface APIEvent { readonly request: Request; }
  }
  declare module '@builder.io/qwik' {
    export function component$<Props>(render: (props: Props) => unknown): (props: Props) => unknown;
    export function useSignal<T>(value: T): { value: T };
    export function useSignal<T>(): { value: T | undefined };
    export function useVisibleTask$(task: () => Promise<void>): void;
  }
  declare module '@builder.io/qwik/jsx-runtime' {
    export function jsx(): unknown;
    export namespace JSX { interface IntrinsicElements { [tag: string]: object } }
  }
  declare module '@builder.io/qwik-city' {
    export type RequestHandler = (event: {
      readonly request: Request;
      send(response: Response): void;
    }) => Promise<void>;
  }
  declare module 'vitest/config' { export function defineConfig(config: object): object; }
  declare module '@vitest/browser-playwright' { export function playwright(): object; }
  declare module 'vitest' {
    export const expect: { element(locator: object): { toBeVisible(): Promise<void> } };
    export function it(name: string, test: () => Promise<void>): void;
    export const vi: {
      spyOn<T, Name extends keyof T>(of: T, name: Name): { mockImplementation(by: T[Name]): void };
    };
  }
  declare module 'vitest/browser' {
    interface Locator { click(): Promise<void>; }
    export const page: {
      getByRole(role: string, options: { name: string; exact?: boolean }): Locator;
      getByText(text: string): Locator;
    };
  }
  declare module '@prisma/adapter-pg' {
    import { type Pool } from 'pg';
    export class PrismaPg {
      constructor(pool: Pool);
    }
  }
  declare module '*/generated/prisma/client.ts' {
    import { type PrismaPg } from '@prisma/adapter-pg';
    export class PrismaClient {
      constructor(options: { adapter: PrismaPg });
    }
  }`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['@wallet-buttons/source'],
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
};

/** Tabs whose JSX is another framework's than React. */
const jsxSources: Readonly<Record<string, string>> = {
  'tab=Solid': 'solid-js',
  'tab=Qwik': '@builder.io/qwik',
};

const checkedSnippets = [...snippets, ...pages.flatMap((page) => exampleOf(page))].filter(
  isChecked,
);

/** The modules of a page lie in a folder of its own, which exists in this program alone. */
const files = new Map<string, { readonly text: string; readonly snippet?: Snippet }>();
for (const snippet of checkedSnippets) {
  const { page, file, line, code, language, info } = snippet;
  const name = file ?? `line-${String(line)}.${language}`;
  const jsxSource = jsxSources[info];
  const jsx = jsxSource === undefined ? '' : `/** @jsxImportSource ${jsxSource} */ `;
  // A snippet without an import is a module too.
  files.set(`${docs}.snippets/${page}/${name}`, { text: `${jsx}${code}\nexport {};\n`, snippet });
}
// `wallet.ts` of Node, where a page means it.
for (const { page, file, code } of pages.flatMap((name) => filesOf(name))) {
  const path = `${docs}.snippets/${page}/${file ?? ''}`;
  if (file?.endsWith('wallet.ts') && !files.has(path)) files.set(path, { text: code });
}
files.set(`${docs}.snippets/foreign.d.ts`, { text: foreign });

describe('the TypeScript of the guide', () => {
  const errors = new Map(
    ['README', ...checkedSnippets.map(({ page }) => page)].map((page) => [page, [] as string[]]),
  );
  for (const { file, start = 0, messageText } of diagnostics()) {
    const { snippet } = files.get(file?.fileName ?? '') ?? {};
    const text = ts.flattenDiagnosticMessageText(messageText, '\n');
    const line = file ? file.getLineAndCharacterOfPosition(start).line : 0;
    const location = `${snippet?.page ?? ''}.md:${String((snippet?.line ?? 0) + line)}`;
    errors.get(snippet?.page ?? 'README')?.push(`${location} ${text}`);
  }
  for (const page of new Set(checkedSnippets.map((snippet) => snippet.page))) {
    it(`has the right types in ${page}`, () => {
      assert.deepEqual(errors.get(page), []);
    });
  }
});

function isChecked({ page, file = '', language }: Snippet): boolean {
  if (elsewhere.includes(page)) return false;
  if (page === 'recipes/frameworks' && ownCompilers.includes(file)) return false;
  return language === 'ts' || language === 'tsx';
}

function diagnostics(): readonly ts.Diagnostic[] {
  const host = ts.createCompilerHost(options);
  const real = { ...host };
  const folders = new Set(Array.from(files.keys(), (path) => path.slice(0, path.lastIndexOf('/'))));
  host.fileExists = (path) => files.has(path) || real.fileExists(path);
  host.readFile = (path) => files.get(path)?.text ?? real.readFile(path);
  host.directoryExists = (path) =>
    [...folders].some((folder) => `${folder}/`.startsWith(`${path}/`)) ||
    ts.sys.directoryExists(path);
  host.getSourceFile = (path, version, ...rest) => {
    const virtualFile = files.get(path);
    return virtualFile
      ? ts.createSourceFile(path, virtualFile.text, version, true)
      : real.getSourceFile(path, version, ...rest);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return Array.from(files.keys(), (path) => program.getSourceFile(path)).flatMap((file) =>
    file ? [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)] : [],
  );
}
