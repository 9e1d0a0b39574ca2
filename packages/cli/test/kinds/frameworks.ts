import { expressApp, expressManifest, type Kind, manifest } from './kind.ts';

const vite = (library: string): string =>
  JSON.stringify({
    type: 'module',
    dependencies: { [library]: '1' },
    devDependencies: { vite: '8' },
  });

/** Projects of each framework, as its tools begin them. */
export const frameworkKinds: readonly Kind[] = [
  { title: 'an empty folder', files: {}, folder: '.' },
  { title: 'plain HTML', files: { 'index.html': '<!doctype html><title>Shop</title>' } },
  {
    title: 'Express in modules',
    files: { 'package.json': expressManifest, 'index.js': expressApp() },
    edited: 'index.js',
  },
  {
    title: 'Express in CommonJS',
    files: {
      'package.json': manifest({ express: '5' }, { type: 'commonjs' }),
      'app.js': "'use strict';\nconst express = require('express');\n\nconst app = express();\n",
    },
    edited: 'app.js',
  },
  {
    title: 'Express in TypeScript, in src',
    files: {
      'package.json': expressManifest,
      'tsconfig.json': '{}',
      'src/server.ts': expressApp(),
    },
    edited: 'src/server.ts',
  },
  {
    title: 'Express whose manifest has a byte order mark and Windows line ends',
    files: { 'package.json': `\uFEFF${expressManifest}\r\n`, 'index.js': expressApp() },
    edited: 'index.js',
  },
  {
    title: 'Fastify',
    files: {
      'package.json': manifest({ fastify: '5' }),
      'server.js': "import Fastify from 'fastify';\n\nconst app = Fastify();\n",
    },
    edited: 'server.js',
  },
  {
    title: 'Koa',
    files: {
      'package.json': manifest({ koa: '3' }),
      'index.js': "import Koa from 'koa';\n\nconst app = new Koa();\n",
    },
    edited: 'index.js',
  },
  {
    title: 'Hono in TypeScript',
    files: {
      'package.json': manifest({ hono: '4' }),
      'tsconfig.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
      'src/index.ts': "import { Hono } from 'hono';\n\nexport const app = new Hono();\n",
    },
    edited: 'src/index.ts',
  },
  {
    title: 'Nest',
    files: {
      'package.json': manifest({ '@nestjs/core': '11', '@nestjs/platform-express': '11' }),
      'tsconfig.json': '{}',
      'src/main.ts':
        "import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module';\n\nasync function bootstrap() {\n  const app = await NestFactory.create(AppModule);\n  await app.listen(3000);\n}\nvoid bootstrap();\n",
    },
    edited: 'src/main.ts',
  },
  {
    title: 'Next',
    files: {
      'package.json': manifest({ next: '16' }),
      'tsconfig.json': '{}',
      'app/layout.tsx': '',
      'app/page.tsx': '',
    },
  },
  {
    title: 'Next in src, in JavaScript',
    files: { 'package.json': manifest({ next: '16' }), 'src/app/layout.js': '' },
  },
  {
    title: 'Next whose layouts are those of languages',
    files: {
      'package.json': manifest({ next: '16' }),
      'app/[lang]/layout.tsx': '',
      'app/[lang]/checkout/page.tsx': '',
    },
    refusal: /knows no way for Next whose only layouts are in folders below app/,
  },
  {
    title: 'Nuxt',
    files: {
      'package.json': manifest({ nuxt: '4' }),
      'nuxt.config.ts': 'export default defineNuxtConfig({\n  devtools: {},\n});\n',
      'app/app.vue': '<template>\n  <NuxtWelcome />\n</template>\n',
    },
    edited: 'nuxt.config.ts',
  },
  {
    title: 'SvelteKit',
    files: { 'package.json': manifest({ '@sveltejs/kit': '2' }), 'src/routes/+page.svelte': '' },
  },
  {
    title: 'SvelteKit with a hook of its own',
    files: {
      'package.json': manifest({ '@sveltejs/kit': '2' }),
      'src/hooks.server.ts': 'export const handle = ({ event, resolve }) => resolve(event);\n',
    },
    step: /Answer in your handle of src\/hooks\.server/,
  },
  {
    title: 'React Router',
    files: {
      'package.json': manifest({ '@react-router/dev': '8' }),
      'app/routes.ts':
        "import { index } from '@react-router/dev/routes';\n\nexport default [index('routes/home.tsx')];\n",
    },
    edited: 'app/routes.ts',
  },
  {
    title: 'Astro',
    files: {
      'package.json': manifest({ astro: '7' }),
      'astro.config.mjs':
        "import { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n",
      'src/pages/index.astro': '',
    },
    edited: 'astro.config.mjs',
  },
  {
    title: 'Angular',
    files: {
      'package.json': manifest({ '@angular/core': '22' }),
      'tsconfig.json': '{}',
      'src/app/app.routes.ts':
        "import { Routes } from '@angular/router';\n\nexport const routes: Routes = [];\n",
    },
    edited: 'src/app/app.routes.ts',
  },
  {
    title: 'Vite with React',
    files: {
      'package.json': vite('react'),
      'vite.config.js': 'export default {\n  plugins: [],\n};\n',
    },
    edited: 'vite.config.js',
  },
  {
    title: 'Vite with Vue',
    files: {
      'package.json': vite('vue'),
      'vite.config.ts':
        "import vue from '@vitejs/plugin-vue';\n\nexport default {\n  plugins: [vue()],\n};\n",
    },
    edited: 'vite.config.ts',
  },
  {
    title: 'Vite with Svelte and a server of its own',
    files: {
      'package.json': vite('svelte'),
      'vite.config.js': 'export default {\n  server: { port: 4000 },\n  plugins: [],\n};\n',
    },
    step: /Add to your Vite config: server: \{ proxy: \{ '\/wallet\/'/,
  },
  {
    title: 'an app that a function makes',
    files: {
      'package.json': expressManifest,
      'index.js':
        "import express from 'express';\n\nexport function makeApp() {\n  return express();\n}\n",
    },
    step: /Mount the routes of wallet\/routes\.js in your app, before any body parser/,
  },
  {
    title: 'an app that a comment shows too',
    files: {
      'package.json': expressManifest,
      'index.js': `/*\nimport old from 'old';\nconst app = express();\n*/\n${expressApp()}`,
    },
    edited: 'index.js',
  },
  {
    title: 'an app that only a text of a generator shows',
    files: {
      'package.json': expressManifest,
      'index.js': `import { writeFile } from 'node:fs/promises';\n\nawait writeFile('app.js', \`\n${expressApp()}\`);\n`,
    },
    step: /Mount the routes of wallet\/routes\.js/,
  },
];
