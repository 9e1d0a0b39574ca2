import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import {
  type Files,
  frameworks,
  link,
  packageJson,
  root,
  server,
  vite,
  write,
} from '../../test/projects.ts';
import { jsonFrom, run } from '../../test/run.ts';

const react = { react: '19' };

describe('init writes TypeScript that type-checks', { concurrency: true }, () => {
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    verbatimModuleSyntax: true,
    target: 'ES2024',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    allowImportingTsExtensions: true,
    experimentalDecorators: true,
    resolveJsonModule: true,
    customConditions: ['@wallet-buttons/source'],
  };
  const node = { ...options, module: 'NodeNext' };
  const bundler = { ...options, module: 'ESNext', moduleResolution: 'Bundler', jsx: 'react-jsx' };
  const app = (name: string, expression: string, importLine: string): Files => ({
    'package.json': packageJson({ [name]: '1' }),
    'tsconfig.json': '{}',
    'src/app.ts': `${importLine}\n\nexport const app = ${expression};\n`,
  });
  /** Projects beside each other, with one node_modules, so that one program checks them. */
  async function checked(
    all: Readonly<Record<string, Files>>,
    compilerOptions: object,
  ): Promise<string> {
    const place = temporaryFolder();
    await link(place, {
      ...server,
      ...frameworks,
      '@wallet-buttons/elements': 'packages/elements',
      '@types/node': 'node_modules/@types/node',
      '@types/express': 'packages/server/node_modules/@types/express',
      react: 'demo/node_modules/react',
      '@types/react': 'demo/node_modules/@types/react',
      vite: 'node_modules/vite',
    });
    const sources: string[] = [];
    for (const [name, files] of Object.entries(all)) {
      await write(join(place, name), files);
      const ran = await run('init', join(place, name), '--yes', '--json');
      const writtenFiles = jsonFrom(ran)['files'] as readonly string[];
      sources.push(
        ...[...Object.keys(files), ...writtenFiles].map((path) => join(place, name, path)),
      );
    }
    const typeScriptFiles = sources.filter((path) => /\.tsx?$/.test(path));
    const files = [...new Set(typeScriptFiles)];
    await write(place, { 'tsconfig.json': JSON.stringify({ compilerOptions, files }) });
    const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [tsc, '--pretty', 'false'], { cwd: place }, (_, stdout) => {
        resolve(stdout);
      });
    });
    // This repository's own sources are compiled under other options.
    return said.replaceAll(/^\.\.\/.*(\n .*)*\n/gm, '');
  }

  it('for Express, Fastify, Hono, Koa and Nest', async () => {
    const apps = {
      express: app('express', 'express()', "import express from 'express';"),
      fastify: app('fastify', 'fastify()', "import { fastify } from 'fastify';"),
      hono: app('hono', 'new Hono()', "import { Hono } from 'hono';"),
      koa: {
        ...app('koa', 'new Koa()', "import Koa from 'koa';"),
        // Koa and Nest are not installed for this test: this is what of each is used.
        'koa.d.ts': `declare module 'koa' {
  import { type IncomingMessage, type ServerResponse } from 'node:http';
  export interface Context {
    readonly path: string;
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    type: string;
    body: unknown;
    respond?: boolean;
  }
  export type Next = () => Promise<unknown>;
  export default class Koa {
    use(middleware: (context: Context, next: Next) => Promise<unknown>): this;
  }
}
`,
      },
      nest: {
        'package.json': packageJson({ '@nestjs/core': '11' }),
        'tsconfig.json': '{}',
        'src/main.ts': `import { NestFactory } from '@nestjs/core';

const app = await NestFactory.create(class {});
export { app };
`,
        'nest.d.ts': `declare module '@nestjs/core' {
  import { type RequestHandler } from 'express';
  export const NestFactory: {
    create(module: new () => object): Promise<{ use(handler: RequestHandler): void }>;
  };
}
`,
      },
    };
    assert.equal(await checked(apps, node), '');
  });

  it('for Next, Nuxt, SvelteKit, React Router, Astro, Angular and Vite with React', async () => {
    const pages = {
      next: {
        'package.json': packageJson({ next: '16', ...react }),
        'tsconfig.json': '{}',
        'app/layout.tsx': 'export default function Layout() { return null; }',
        // None of them is installed for this test: this is what of each is used.
        'next.d.ts': `declare module 'next/server' {
  export function after(task: () => unknown): void;
  export function connection(): Promise<void>;
}
declare module 'next/navigation' {
  export function useRouter(): { push(path: string): void };
}
declare module 'next/script' {
  export default function Script(props: { src: string; onReady: () => void }): null;
}
`,
      },
      nuxt: {
        'package.json': packageJson({ nuxt: '4' }),
        'tsconfig.json': '{}',
        // What Nuxt imports by itself, as far as it is used.
        'nuxt.d.ts': `declare function defineEventHandler<T>(handler: (event: object) => T): T;
declare function toWebRequest(event: object): Request;
interface Nitro { readonly hooks: { hook(name: 'close', task: () => Promise<void>): void } }
declare function defineNitroPlugin(plugin: (nitro: Nitro) => void): unknown;
interface ImportMeta { readonly prerender?: boolean }
`,
      },
      sveltekit: {
        'package.json': packageJson({ '@sveltejs/kit': '2' }),
        'tsconfig.json': '{}',
        'kit.d.ts': `declare module '$env/dynamic/private' { export const env: Record<string, string | undefined> }
declare module '$app/environment' { export const building: boolean }
declare module '$lib/server/wallet' {
  export const wallet: import('@wallet-buttons/server').WalletServer;
}
declare module '@sveltejs/kit' {
  type Event = { readonly request: Request; readonly url: URL };
  type Input = { readonly event: Event; readonly resolve: (event: Event) => Promise<Response> };
  export type Handle = (input: Input) => Promise<Response>;
  export type ServerInit = () => void;
}
`,
      },
      'react-router': {
        'package.json': packageJson({ '@react-router/dev': '8', ...react }),
        'tsconfig.json': '{}',
        'app/routes.ts': `import { type RouteConfig, route } from '@react-router/dev/routes';

export default [route('shop', 'shop.tsx')] satisfies RouteConfig;
`,
        'router.d.ts': `declare module 'react-router' {
  export interface LoaderFunctionArgs { readonly request: Request }
  export type ActionFunctionArgs = LoaderFunctionArgs;
  export function useLoaderData<Loader extends () => unknown>(): ReturnType<Loader>;
}
declare module '@react-router/dev/routes' {
  interface Entry { readonly path: string }
  export type RouteConfig = Entry[];
  export function route(path: string, file: string, options?: { readonly id: string }): Entry;
}
`,
      },
      astro: {
        'package.json': packageJson({ astro: '7' }),
        'tsconfig.json': '{}',
        'astro.d.ts': `declare module 'astro' {
  export type APIRoute = (context: { readonly request: Request }) => Promise<Response>;
}
declare module 'astro:env/server' {
  export function getSecret(name: string): string | undefined;
}
declare module 'astro:middleware' {
  interface Context { readonly request: Request; readonly url: URL; readonly isPrerendered: boolean }
  type Next = () => Promise<Response>;
  type Middleware = (context: Context, next: Next) => Promise<Response> | Response;
  export function defineMiddleware(middleware: Middleware): Middleware;
}
`,
      },
      angular: {
        'package.json': packageJson({ '@angular/core': '22' }),
        'tsconfig.json': '{}',
        'src/app/app.routes.ts': `import { type Routes } from '@angular/router';

export const routes: Routes = [];
`,
        'angular.d.ts': `declare module '@angular/core' {
  export function Component(options: object): (made: new () => object) => void;
  export const CUSTOM_ELEMENTS_SCHEMA: object;
  export function afterNextRender(task: () => void): void;
  export function isDevMode(): boolean;
}
declare module '@angular/router' {
  type Load = () => Promise<new () => object>;
  export type Routes = { readonly path: string; readonly loadComponent: Load }[];
}
`,
      },
      vite: {
        'package.json': vite(react),
        'tsconfig.json': '{}',
        'src/main.tsx': "export { Checkout } from './wallet/Checkout';",
      },
    };
    assert.equal(await checked(pages, bundler), '');
  });
});
