import { wallet } from '../utils/wallet';

/** Asks about payments that are due, and delivers changes. */
export default defineNitroPlugin(({ hooks }) => {
  if (import.meta.prerender) return;
  void wallet.keepReconciling();
  hooks.hook('close', async () => wallet.close());
});
