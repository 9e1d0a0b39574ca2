import { building } from '$app/environment';
import type { Handle, ServerInit } from '@sveltejs/kit';
import { wallet } from '$lib/server/wallet';

/** Asks about payments that are due, and delivers changes. */
export const init: ServerInit = () => {
  if (!building) void wallet.keepReconciling();
};

/** Answers what belongs to the wallets. */
export const handle: Handle = async ({ event, resolve }) => {
  if (wallet.matches(event.url.pathname)) return wallet.handle(event.request, { original: event });
  if (isFormOfAnotherSite(event.request, event.url))
    return new Response('Forbidden', { status: 403 });
  return resolve(event);
};

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** SvelteKit's own check refuses a bank's form as well, and so has to be off. This one leaves the wallets' paths out. */
function isFormOfAnotherSite(request: Request, url: URL) {
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isForm = !['GET', 'HEAD'].includes(request.method) && forms.includes(type.trim());
  return isForm && request.headers.get('origin') !== url.origin;
}
