import { expressApp, expressManifest, type Kind, manifest } from './kind.ts';

const member = {
  'packages/shop/package.json': expressManifest,
  'packages/shop/index.js': expressApp(),
} as const;
const refusal = /root of a workspace, and init has written nothing/;
const hoisted = { express: '5' } as const;

/** Workspaces: nothing is written at their roots, and a shop in them is a project like any other. */
export const workspaceKinds: readonly Kind[] = [
  {
    title: 'npm, with its frameworks hoisted',
    files: { ...member, 'package.json': manifest(hoisted, { workspaces: ['packages/*'] }) },
    refusal,
  },
  {
    title: 'Yarn, with Express hoisted and an app beside it',
    files: {
      ...member,
      'package.json': manifest(hoisted, { workspaces: ['packages/*'] }),
      'yarn.lock': '',
      'index.js': expressApp(),
    },
    refusal,
  },
  {
    title: 'Yarn, with the older form of its list',
    files: {
      ...member,
      'package.json': manifest(hoisted, { workspaces: { packages: ['packages/*'] } }),
    },
    refusal,
  },
  {
    title: 'pnpm, with its frameworks at the root',
    files: {
      ...member,
      'package.json': manifest({ next: '16' }),
      'app/layout.js': '',
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
    },
    refusal,
  },
  {
    title: 'Lerna',
    files: { ...member, 'package.json': manifest(hoisted), 'lerna.json': '{}' },
    refusal,
  },
  { title: 'Rush', files: { ...member, 'rush.json': '{}' }, refusal },
  {
    title: 'Nx',
    files: { 'package.json': manifest({ '@angular/core': '22' }), 'nx.json': '{}' },
    refusal,
  },
  {
    title: 'a shop in a workspace of npm',
    files: { ...member, 'package.json': manifest({}, { workspaces: ['packages/*'] }) },
    folder: 'packages/shop',
    edited: 'index.js',
  },
  {
    title: 'a shop in a workspace of pnpm',
    files: {
      ...member,
      'package.json': manifest({}),
      'pnpm-workspace.yaml': 'packages:\n  - packages/*\n',
      'pnpm-lock.yaml': '',
    },
    folder: 'packages/shop',
    edited: 'index.js',
  },
];
