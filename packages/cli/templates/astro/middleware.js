import { defineMiddleware } from 'astro:middleware';

const forms = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/**
 * Astro's own check refuses a bank's form as well, and so is off (security.checkOrigin). This one leaves the wallets'
 * paths out: the wallet server checks the origin of each call itself.
 */
export const onRequest = defineMiddleware(({ request, url, isPrerendered }, next) => {
  const isOfWallet = /^\/(wallet|\.well-known)\//.test(url.pathname);
  if (isPrerendered || isOfWallet || !isFormOfAnotherSite(request, url)) return next();
  return new Response('Forbidden', { status: 403 });
});

function isFormOfAnotherSite(request, url) {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return false;
  const [type = ''] = (request.headers.get('content-type') ?? '').toLowerCase().split(';');
  const isForm = type === '' || forms.includes(type.trim());
  return isForm && request.headers.get('origin') !== url.origin;
}
