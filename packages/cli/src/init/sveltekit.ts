import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { recipes } from './signs.ts';
import { tagsFile } from './tags-file.ts';
import { template } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** Pages that are rendered on the server, and one hook for the endpoints. */
export function sveltekit({ folder: root, isTypeScript, addresses: { demo } }: Project): Recipe {
  const script = isTypeScript ? 'ts' : 'js';
  const origin = 'http://localhost:5173';
  return {
    files: {
      [`src/lib/server/wallet.${script}`]: walletFile(
        'env',
        "import { env } from '$env/dynamic/private';\n",
      ),
      [`src/lib/wallet-tags.${script}`]: tagsFile(isTypeScript),
      [`src/routes${demo}/+page.svelte`]: template('sveltekit/checkout.svelte', isTypeScript),
      [`src/routes${demo}/return/+page.svelte`]: template('sveltekit/return.svelte', isTypeScript),
    },
    edits: [
      {
        paths: [`src/hooks.server.${script}`, 'src/hooks.server.ts', 'src/hooks.server.js'],
        change: (text) => (text.includes('wallet.handle(') ? text : null),
        create: template('sveltekit/hooks.server.ts', isTypeScript),
        byHand:
          "Answer in your handle of src/hooks.server, before it resolves: if (wallet.matches(event.url.pathname)) return wallet.handle(event.request, { original: event }); and call wallet.keepReconciling() from its init, unless building. wallet is in '$lib/server/wallet'.",
      },
    ],
    origin,
    sandboxSetting: 'PUBLIC_SANDBOX_URL',
    start: ['npx vite dev', openAt(`${origin}${demo}`), bankForm(root)],
  };
}

function bankForm(root: string): string {
  return `Before you go live: a bank may send the payer back by a form, which SvelteKit refuses in production before any hook. Set csrf: { trustedOrigins: ['*'] } ${placeOfSettings(root)}, once handle of src/hooks.server refuses the forms of other sites itself: ${recipes}/frameworks.md#sveltekit`;
}

/** Where its Vite config gives SvelteKit settings, it ignores `svelte.config.js`. */
function placeOfSettings(root: string): string {
  const configs = ['ts', 'js', 'mjs'].map((extension) => join(root, `vite.config.${extension}`));
  const config = configs.find((path) => existsSync(path));
  return config !== undefined && /\bsveltekit\(\s*\{/.test(readFileSync(config, 'utf8'))
    ? 'in sveltekit({ … }) of the Vite config'
    : 'under kit in svelte.config.js';
}
