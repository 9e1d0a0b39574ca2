import { UsageError } from '../report.ts';
import { repository } from '../repository.ts';

/** The languages of shops that a sidecar runs beside. */
const languages = ['php', 'python', 'go', 'java', 'ruby'] as const;
export type Language = (typeof languages)[number];

/** The frameworks that `init` supports. `node`: plain HTML with a server of node:http. */
export const frameworks = [
  ...(['node', 'express', 'fastify', 'hono', 'koa', 'nest'] as const),
  ...(['next', 'nuxt', 'sveltekit', 'react-router', 'astro', 'angular'] as const),
  ...(['vite-react', 'vite-vue', 'vite-svelte'] as const),
  ...languages,
] as const;
export type Framework = (typeof frameworks)[number];

/** The guide's recipes. */
export const recipes = `${repository}/tree/main/packages/docs/recipes`;

/** A framework that `init` writes nothing for: its name, and the page of the guide that has its endpoints. */
interface Unsupported {
  readonly title: string;
  readonly recipe: string;
}

/** A framework whose endpoints are any web server's, by the page of all servers. */
const server = (title: string): Unsupported => ({ title, recipe: 'servers.md' });
const lambda = { title: 'AWS Lambda', recipe: 'servers.md#aws-lambda' };
/** They have no files for the keys and the payments. */
const workers = { title: 'Cloudflare Workers', recipe: 'servers.md#workers' };
const component = (title: string): Unsupported => ({ title, recipe: 'frameworks.md' });
/** Pages that are only built, by another tool than Vite. */
const staticSite = (title: string): Unsupported => ({ title, recipe: 'vite.md' });
const app = (title: string): Unsupported => ({ title, recipe: 'native-app.md' });

/**
 * The first of these packages that a project has decides: where it runs before its framework, a framework of pages before
 * the server that it runs on, and Lambda before the app that it wraps.
 */
const signs: Readonly<Record<string, Framework | Unsupported>> = {
  wrangler: workers,
  '@cloudflare/workers-types': workers,
  '@cloudflare/vite-plugin': workers,
  '@opennextjs/cloudflare': workers,
  '@sveltejs/adapter-cloudflare': workers,
  '@astrojs/cloudflare': workers,
  '@tauri-apps/api': app('Tauri'),
  '@capacitor/core': app('Capacitor'),
  next: 'next',
  nuxt: 'nuxt',
  '@sveltejs/adapter-static': staticSite('SvelteKit without a server'),
  '@sveltejs/kit': 'sveltekit',
  '@analogjs/platform': server('Analog'),
  '@angular/core': 'angular',
  '@react-router/dev': 'react-router',
  '@remix-run/dev': server('Remix'),
  '@remix-run/react': server('Remix'),
  remix: server('Remix'),
  '@tanstack/react-start': server('TanStack Start'),
  '@tanstack/solid-start': server('TanStack Start'),
  '@solidjs/start': component('SolidStart'),
  '@builder.io/qwik-city': component('Qwik City'),
  '@qwik.dev/router': component('Qwik City'),
  astro: 'astro',
  gatsby: server('Gatsby'),
  vike: server('Vike'),
  waku: server('Waku'),
  '@redwoodjs/core': server('RedwoodJS'),
  'serverless-http': lambda,
  serverless: lambda,
  'aws-cdk-lib': lambda,
  '@types/aws-lambda': lambda,
  '@nestjs/platform-fastify': server('Nest on Fastify'),
  '@nestjs/core': 'nest',
  '@adonisjs/core': server('AdonisJS'),
  '@feathersjs/feathers': server('Feathers'),
  '@hapi/hapi': server('hapi'),
  elysia: server('Elysia'),
  nitropack: server('Nitro'),
  nitro: server('Nitro'),
  h3: server('h3'),
  restify: server('restify'),
  polka: server('Polka'),
  koa: 'koa',
  hono: 'hono',
  fastify: 'fastify',
  express: 'express',
  'solid-js': component('Solid'),
  '@builder.io/qwik': component('Qwik'),
  '@qwik.dev/core': component('Qwik'),
  '@11ty/eleventy': server('Eleventy'),
  '@docusaurus/core': server('Docusaurus'),
  vitepress: server('VitePress'),
  expo: app('Expo'),
  'react-native': app('React Native'),
  electron: app('Electron'),
};

/** The same for tools that build pages, where no file names the language of their server. */
const tools: Readonly<Record<string, Unsupported>> = {
  'react-scripts': staticSite('Create React App'),
  '@vue/cli-service': staticSite('Vue CLI'),
  'ember-source': staticSite('Ember'),
  parcel: staticSite('Parcel'),
  '@rsbuild/core': staticSite('Rsbuild'),
  webpack: staticSite('webpack'),
  '@quasar/app-vite': staticSite('Quasar'),
  '@quasar/app-webpack': staticSite('Quasar'),
};

/** A language or runtime without example hooks: the endpoints are described for any. */
const other = (title: string): Unsupported => ({ title, recipe: 'other-languages.md' });
const deno = { title: 'Deno', recipe: 'servers.md#hono-deno-bun' };

/** The first of these files that a project has decides, where it has no framework of Node. */
const languageFiles: Readonly<Record<string, Language | Unsupported>> = {
  'composer.json': 'php',
  'index.php': 'php',
  'pyproject.toml': 'python',
  'requirements.txt': 'python',
  Pipfile: 'python',
  'manage.py': 'python',
  'go.mod': 'go',
  'pom.xml': 'java',
  'build.gradle': 'java',
  'build.gradle.kts': 'java',
  Gemfile: 'ruby',
  'Cargo.toml': other('Rust'),
  'Program.cs': other('.NET'),
  'appsettings.json': other('.NET'),
  'pubspec.yaml': app('Flutter'),
  'mix.exs': other('Elixir'),
  'build.sbt': other('Scala'),
  'deno.json': deno,
  'deno.jsonc': deno,
};

export function isLanguage(framework: Framework): framework is Language {
  return (languages as readonly string[]).includes(framework);
}

/**
 * The framework of a project with these packages; `null` if nothing names one.
 * @throws {UsageError} if `init` writes nothing for it.
 */
export function frameworkOf(
  hasPackage: (name: string) => boolean,
  hasFile: (path: string) => boolean,
): Framework | null {
  const sign =
    Object.entries(signs).find(([name]) => hasPackage(name))?.[1] ??
    Object.entries(languageFiles).find(([file]) => hasFile(file))?.[1] ??
    Object.entries(tools).find(([name]) => hasPackage(name))?.[1];
  if (typeof sign === 'string') return sign;
  if (sign) throw unsupported(sign.title, sign.recipe);
  if (!hasPackage('vite')) return null;
  if (hasPackage('vue')) return 'vite-vue';
  if (hasPackage('svelte')) return 'vite-svelte';
  if (hasPackage('react')) return 'vite-react';
  throw unsupported('Vite without React, Vue or Svelte', 'vite.md');
}

/** Says that `init` does not know the framework, and which page of the guide does. */
export function unsupported(title: string, recipe: string): UsageError {
  return new UsageError(
    `init knows no way for ${title}, and has written nothing. The guide shows what to write: ${recipes}/${recipe}`,
  );
}
