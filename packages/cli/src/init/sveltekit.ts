import { type Project, recipes } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { typed } from './typed.ts';
import { walletFile } from './wallet-file.ts';

const hooks = (isTypeScript: boolean): string => `import { building } from '$app/environment';
${isTypeScript ? "import type { Handle, ServerInit } from '@sveltejs/kit';\n" : ''}import { wallet } from '$lib/server/wallet';

/** Asks about payments that are due, and delivers changes. */
export const init${isTypeScript ? ': ServerInit' : ''} = () => {
  if (!building) void wallet.keepReconciling();
};

/** Answers what belongs to the wallets. */
export const handle${isTypeScript ? ': Handle' : ''} = async ({ event, resolve }) => {
  if (wallet.matches(event.url.pathname)) return wallet.handle(event.request, { original: event });
  if (isFormOfAnotherSite(event.request, event.url)) return new Response('Forbidden', { status: 403 });
  return resolve(event);
};

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** SvelteKit's own check refuses a bank's form as well, and so has to be off. This one leaves the wallets' paths out. */
function isFormOfAnotherSite(request${isTypeScript ? ': Request' : ''}, url${isTypeScript ? ': URL' : ''}) {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isForm = !['GET', 'HEAD'].includes(request.method) && forms.includes(type.trim());
  return isForm && request.headers.get('origin') !== url.origin;
}
`;

const checkout = `<script LANG>
  TYPES
  import { onMount } from 'svelte';
  import { env } from '$env/dynamic/public';
  import { defineTags } from '$lib/wallet-tags';

  const finish = ({ outcome }EVENT) => {
    if (outcome !== 'failed') location.assign('/return?order=A-1001');
  };

  onMount(() => void defineTags(env.PUBLIC_SANDBOX_URL));
</script>

<h1>Order A-1001</h1>
<wallet-buttons order="A-1001" amount="199.90" currency="UAH" country="UA" label="Shop">
  <wallet-a-button onwallet-result={finish}></wallet-a-button>
  <wallet-b-button
    gateway="examplegateway"
    gateway-merchant-id="exampleMerchant"
    onwallet-result={finish}
  ></wallet-b-button>
</wallet-buttons>
`;

const returnPage = `<script LANG>
  import { onMount } from 'svelte';
  import { defineTags } from '$lib/wallet-tags';

  onMount(() => void defineTags());
</script>

<wallet-payment-status></wallet-payment-status>
`;

const bankForm = `Before you go live: a bank may send the payer back by a form, which SvelteKit refuses in production before any hook. Set csrf: { trustedOrigins: ['*'] } under kit in svelte.config.js, once handle of src/hooks.server refuses the forms of other sites itself: ${recipes}/svelte.md`;

/** Pages that are rendered on the server, and one hook for the endpoints. */
export function sveltekit({ isTypeScript }: Project): Recipe {
  const script = isTypeScript ? 'ts' : 'js';
  const origin = 'http://localhost:5173';
  return {
    files: {
      [`src/lib/server/wallet.${script}`]: walletFile(
        'env',
        "import { env } from '$env/dynamic/private';\n",
      ),
      [`src/lib/wallet-tags.${script}`]: tagsFile(isTypeScript),
      'src/routes/checkout/+page.svelte': typed(checkout, 'svelte', isTypeScript),
      'src/routes/return/+page.svelte': typed(returnPage, 'svelte', isTypeScript),
    },
    edits: [
      {
        paths: [`src/hooks.server.${script}`, 'src/hooks.server.ts', 'src/hooks.server.js'],
        change: (text) => (text.includes('wallet.handle(') ? text : null),
        create: hooks(isTypeScript),
        byHand:
          "Answer in your handle of src/hooks.server, before it resolves: if (wallet.matches(event.url.pathname)) return wallet.handle(event.request, { original: event }); and call wallet.keepReconciling() from its init, unless building. wallet is in '$lib/server/wallet'.",
      },
    ],
    origin,
    sandboxSetting: 'PUBLIC_SANDBOX_URL',
    start: ['npx vite dev', openAt(origin), bankForm],
  };
}
