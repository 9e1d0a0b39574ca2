import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

export type Files = Readonly<Record<string, string>>;

export const packageJson = (dependencies: Files, type = 'module'): string =>
  JSON.stringify({ type, dependencies });

/** Stands for what turns a function of requests into a server. */
const serve = {
  'serve.js': `import { createServer } from 'node:http';
import { Readable } from 'node:stream';

export function serve(fetch) {
  createServer(async (incoming, response) => {
    const { url, method, headers } = incoming;
    const body = method === 'GET' ? null : Readable.toWeb(incoming);
    const address = 'http://' + headers.host + url;
    const request = new Request(address, { method, headers, body, duplex: 'half' });
    const answer = await fetch(request);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(process.env.PORT);
}
`,
} as const;

/** Projects as their tools begin them. */
export const projects = {
  node: { 'index.html': '<!doctype html><title>Shop</title>' },
  express: {
    'package.json': packageJson({ express: '5' }),
    'index.js': `import express from 'express';

const app = express();
app.use(express.json());
app.listen(process.env.PORT);
`,
  },
  'express in CommonJS': {
    'package.json': packageJson({ express: '5' }, 'commonjs'),
    'index.js': `'use strict';
const express = require('express');

const app = express();
app.use(express.json());
app.listen(process.env.PORT);
`,
  },
  fastify: {
    'package.json': packageJson({ fastify: '5' }),
    'server.js': `import Fastify from 'fastify';

const app = Fastify({ logger: false });
await app.listen({ port: process.env.PORT });
`,
  },
  koa: {
    'package.json': packageJson({ koa: '3' }),
    // Stands for Koa: the parts of it that a middleware uses.
    'node_modules/koa/package.json': '{"type":"module","exports":"./index.js"}',
    'node_modules/koa/index.js': `import { createServer } from 'node:http';

export default class Koa {
  #middleware = [];
  use(middleware) {
    this.#middleware.push(middleware);
  }
  listen(port) {
    createServer(async (req, res) => {
      res.statusCode = 404;
      const context = { req, res, path: req.url.split('?')[0], respond: true };
      const next = (at) => this.#middleware[at]?.(context, () => next(at + 1));
      await next(0);
      if (!context.respond) return;
      if (context.type) res.writeHead(200, { 'content-type': context.type });
      res.end(context.body);
    }).listen(port);
  }
}
`,
    'index.js': `import Koa from 'koa';

const app = new Koa();
app.listen(process.env.PORT);
`,
  },
  hono: {
    'package.json': packageJson({ hono: '4' }),
    'app.js': `import { Hono } from 'hono';

export const app = new Hono();
`,
    ...serve,
    'start.js': `import { app } from './app.js';
import { serve } from './serve.js';

serve((request) => app.fetch(request));
`,
  },
  nuxt: {
    'package.json': packageJson({ nuxt: '4' }),
    'nuxt.config.js': 'export default defineNuxtConfig({\n  devtools: {},\n});\n',
    'app/app.vue': '<template>\n  <NuxtWelcome />\n</template>\n',
    ...serve,
    // Stands for Nuxt: what it imports by itself, and paths without an extension.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

registerHooks({
  resolve: (name, context, next) => next(/^\\.[^]*\\/[\\w-]+$/.test(name) ? name + '.js' : name, context),
});
globalThis.defineEventHandler = (handler) => handler;
globalThis.defineNitroPlugin = (plugin) => plugin;
globalThis.toWebRequest = ({ request }) => request;
const { default: route } = await import('./server/routes/wallet/[...path].js');
const { default: plugin } = await import('./server/plugins/wallet.js');
plugin({ hooks: { hook: () => {} } });
serve((request) => route({ request }));
`,
  },
  next: {
    'package.json': packageJson({ next: '16' }),
    'app/layout.js': 'export default () => null;',
    ...serve,
    // Stands for Next: its own module, paths without an extension, what it runs when it starts.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

registerHooks({
  resolve: (name, context, next) => {
    if (name === 'next/server')
      return { url: 'data:text/javascript,export const after = setImmediate', shortCircuit: true };
    return next(/^\\.[^]*\\/[\\w-]+$/.test(name) ? name + '.js' : name, context);
  },
});
process.env.NEXT_RUNTIME = 'nodejs';
const { register } = await import('./instrumentation.js');
await register();
const route = await import('./app/wallet/[...path]/route.js');
serve((request) => route[request.method](request));
`,
  },
  'react-router': {
    'package.json': packageJson({ '@react-router/dev': '8' }),
    ...serve,
    // Stands for React Router: a module of a route, and paths without an extension.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

registerHooks({
  resolve: (name, context, next) => next(/^\\.\\/\\w+\\.server$/.test(name) ? name + '.js' : name, context),
});
const { loader, action } = await import('./app/wallet/endpoints.js');
serve((request) => (request.method === 'GET' ? loader : action)({ request }));
`,
  },
  astro: {
    'package.json': packageJson({ astro: '7' }),
    ...serve,
    // Stands for Astro: its own modules, paths without an extension, and its middleware before an endpoint.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

const modules = {
  'astro:env/server': 'export const getSecret = (name) => process.env[name];',
  'astro:middleware': 'export const defineMiddleware = (middleware) => middleware;',
};
registerHooks({
  resolve: (name, context, next) => {
    if (Object.hasOwn(modules, name))
      return { url: 'data:text/javascript,' + modules[name], shortCircuit: true };
    return next(/^\\.[^]*\\/[\\w-]+$/.test(name) ? name + '.js' : name, context);
  },
});
const { onRequest } = await import('./src/middleware.js');
const { ALL } = await import('./src/pages/wallet/[...path].js');
serve((request) => {
  const url = new URL(request.url);
  const context = { request, url, isPrerendered: false };
  const isEndpoint = url.pathname !== '/account';
  return onRequest(context, () => (isEndpoint ? ALL(context) : new Response('a page')));
});
`,
  },
  sveltekit: {
    'package.json': packageJson({ '@sveltejs/kit': '2' }),
    ...serve,
    // Stands for SvelteKit: its own modules, and its two hooks.
    'start.js': `import { registerHooks } from 'node:module';
import { serve } from './serve.js';

const modules = {
  '$env/dynamic/private': 'export const { env } = process;',
  '$app/environment': 'export const building = false;',
};
registerHooks({
  resolve: (name, context, next) => {
    if (Object.hasOwn(modules, name))
      return { url: 'data:text/javascript,' + modules[name], shortCircuit: true };
    return next(name.replace(/^\\$lib(.*)/, import.meta.dirname + '/src/lib$1.js'), context);
  },
});
const { handle, init } = await import('./src/hooks.server.js');
init();
serve((request) => handle({
  event: { request, url: new URL(request.url) },
  resolve: () => new Response('a page'),
}));
`,
  },
} as const satisfies Record<string, Files>;

/** The `package.json` of a project with Vite. */
export const vite = (packages: Files): string =>
  JSON.stringify({ type: 'module', dependencies: packages, devDependencies: { vite: '8' } });

/** Writes the files of a project. */
export async function write(place: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }
}

/** Packages that the project has installed: links to this repository's. */
export async function link(place: string, packages: Files): Promise<void> {
  for (const [name, at] of Object.entries(packages)) {
    const path = join(place, 'node_modules', name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(root, at), path);
  }
}

export const server = { '@wallet-buttons/server': 'packages/server' };
export const frameworks = Object.fromEntries(
  ['express', 'fastify', 'hono'].map((name) => [name, `packages/server/node_modules/${name}`]),
);
