/** The files of `recipes/frameworks` that a framework's own compiler checks, or that name what only its project has. */
export const frameworkFiles = {
  vue: [
    'vite.config.ts',
    'Checkout.vue',
    'nuxt.config.ts',
    'server/routes/wallet/[...path].ts',
    'wallet.ts',
  ],
  svelte: ['Checkout.svelte'],
  angular: ['checkout.ts'],
} as const;

export const ownCompilers: readonly string[] = Object.values(frameworkFiles).flat();
