import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { textOf } from '../files.ts';
import { UsageError } from '../report.ts';
import { changeOf, newFiles, withAll } from './edits.ts';
import { type Files, type Plan, stepInto } from './recipe.ts';
import type { Language } from './signs.ts';

/** The shop of a language in the examples of the sidecar, and the command that runs it on port 8080. */
const shops: Readonly<Record<Language, { readonly file: string; readonly run: string }>> = {
  php: { file: 'shop.php', run: 'php -S 127.0.0.1:8080 shop.php' },
  python: { file: 'shop.py', run: 'python3 shop.py' },
  go: { file: 'shop.go', run: 'go run shop.go' },
  java: { file: 'Shop.java', run: 'java -cp /usr/share/java/gson.jar Shop.java' },
  ruby: { file: 'shop.rb', run: 'ruby shop.rb' },
};

/** The settings for a first payment with the sandbox. */
const configuration = {
  $schema: './node_modules/@wallet-buttons/sidecar/wallet.schema.json',
  service: {
    baseUrl: 'http://127.0.0.1:4010',
    merchantId: 'shop-1',
    keyFile: '.wallet-sandbox/merchant-private.pem',
    webhookKeyFile: '.wallet-sandbox/service-public.pem',
  },
  callbackUrl: 'http://127.0.0.1:8700/wallet/webhook/v1',
  redirectUrl: 'http://localhost:8080/return',
  allowedOrigins: ['http://localhost:8080'],
  walletA: { domains: ['localhost'] },
  hooks: {
    findOrder: 'http://127.0.0.1:8080/find-order',
    statusChange: 'http://127.0.0.1:8080/status-change',
    secretsFile: 'hook-secret.txt',
  },
  public: { host: '127.0.0.1' },
  private: { tokensFile: 'tokens.txt' },
};

/** Secrets, keys and payments must not get into the repository. */
const ignoreLines =
  'node_modules/\n.wallet-sandbox/\nhook-secret.txt\ntokens.txt\npayments.db*\norders.db*\nchanges.jsonl\n';

/**
 * A shop that is not Node: the settings of the sidecar, the two hooks in the shop's language, and a page with the tags.
 * @throws {UsageError} if the sidecar, which has the hooks, is not installed in the project.
 */
export async function sidecarPlan(folder: string, language: Language): Promise<Plan> {
  const { file, run } = shops[language];
  const changes = await newFiles(folder, {
    'wallet.json': `${JSON.stringify(configuration, null, 2)}\n`,
    ...(await hooksIn(folder, file)),
  });
  const ignore = await changeOf(folder, withAll('.gitignore', ignoreLines), changes);
  if (typeof ignore === 'object' && ignore !== null) changes.set(ignore.path, ignore);
  return {
    // The example shop and the sidecar have ports of their own.
    addresses: [],
    changes: [...changes.values()].filter(({ before, after }) => before !== after),
    steps: [
      ...stepInto(folder),
      ...(typeof ignore === 'string' ? [ignore] : []),
      'echo "whsec_$(openssl rand -base64 32)" > hook-secret.txt',
      'echo "shop operate $(openssl rand -hex 32)" > tokens.txt',
      'chmod 600 hook-secret.txt tokens.txt',
      'In a second terminal: npx @wallet-buttons/sandbox',
      `In a third one, in the folder wallet: HOOK_SECRET="$(cat ../hook-secret.txt)" ${run}`,
      'npx @wallet-buttons/sidecar --check --order A-1001',
      'npx @wallet-buttons/sidecar',
      'Open http://localhost:8080 and pay order A-1001.',
      `Move find-order and status-change of wallet/${file} into your shop, over your own orders, and the tags of wallet/page.html into its page.`,
    ],
  };
}

/** The hooks and the page, of the installed release. */
async function hooksIn(folder: string, file: string): Promise<Files> {
  const sidecarFolder = sidecarIn(folder);
  if (sidecarFolder === undefined) {
    throw new UsageError(
      `The sidecar, which has the hooks in each language, is not installed in ${folder === '.' ? 'this folder' : folder}. Run there: npm install @wallet-buttons/sidecar @wallet-buttons/sandbox`,
    );
  }
  const examples = join(sidecarFolder, 'examples');
  const withOrders = file === 'shop.go' || file === 'Shop.java';
  const names = [file, 'page.html', ...(withOrders ? ['orders.json'] : [])];
  const entries = names.map(async (name) => {
    return [`wallet/${name}`, await textOf(join(examples, name))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The folder of the sidecar that the project, or the workspace around it, has installed. */
function sidecarIn(folder: string): string | undefined {
  const place = resolve(folder);
  const installed = join(place, 'node_modules/@wallet-buttons/sidecar');
  if (existsSync(join(installed, 'package.json'))) return installed;
  const parent = dirname(place);
  return parent === place ? undefined : sidecarIn(parent);
}
