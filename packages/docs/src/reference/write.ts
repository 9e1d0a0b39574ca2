/** `node --conditions=@wallet-buttons/source src/reference/write.ts`: the reference, from the sources. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathOf } from '../pages.ts';
import { besidePage } from './beside.ts';
import { changesPage, readChanges } from './changes.ts';
import { checksPage } from './checks.ts';
import { commandsPage } from './commands.ts';
import { endpointsPage } from './endpoints.ts';
import { errorsPage } from './errors.ts';
import { profilePage } from './profile.ts';
import { tagsPage } from './tags.ts';
import { promisesPage } from './promises.ts';
import { readPackage } from './types.ts';

const elements = readPackage('packages/elements', ['.']);
const client = readPackage('packages/service-client', ['.', './node']);
const server = readPackage('packages/server', [
  '.',
  './node',
  './sqlite',
  './postgres',
  './mysql',
  './testing',
]);
const sandbox = readPackage('packages/sandbox', [
  '.',
  './playwright',
  './conformance',
  './profiles',
]);

const pages: Readonly<Record<string, string>> = {
  'reference/tags': tagsPage(elements.types),
  'reference/server': `# Server\n\nThe types of \`@wallet-buttons/server\`.\n\n${server.types}\n`,
  'reference/service-client': `# Service client\n\nThe types of \`@wallet-buttons/service-client\`. \`@wallet-buttons/server\` exports those that a shop needs.\n\n${client.types}\n`,
  'reference/sandbox': `# Sandbox\n\nThe types of \`@wallet-buttons/sandbox\`.\n\n${sandbox.types}\n`,
  'reference/sandbox-service': besidePage('packages/sandbox/service.md'),
  'reference/sandbox-wallets': besidePage('packages/sandbox/wallets.md'),
  'reference/endpoints': endpointsPage(),
  'reference/profile': profilePage(),
  'reference/errors': errorsPage(server.words('ErrorCode'), elements.words('WalletErrorCode')),
  'reference/checks': checksPage(),
  'reference/command-line': await commandsPage(),
  'reference/changes': changesPage(readChanges()),
  'explanation/promises': promisesPage(),
};

for (const [page, text] of Object.entries(pages)) {
  mkdirSync(dirname(pathOf(page)), { recursive: true });
  writeFileSync(pathOf(page), text);
}
