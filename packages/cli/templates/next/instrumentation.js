/** Asks about payments that are due, and delivers changes: for a Next that runs as one process. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { wallet } = await import('./lib/wallet');
  void wallet.keepReconciling();
}
