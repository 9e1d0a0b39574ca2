import type { APIRoute } from 'astro';
import { wallet } from '../../lib/wallet';

export const prerender = false;

export const ALL: APIRoute = (context) => wallet.handle(context.request, { original: context });

// Asks about payments that are due, and delivers changes, from the first request of an endpoint.
void wallet.keepReconciling();
