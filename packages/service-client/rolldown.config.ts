import { defineConfig } from 'rolldown';

/** The entries that `package.json` publishes, and the parts of `src` that they are made of. */
const entries = ['index', 'node/fetch'];

/** One file for all of `src`, and one that it shares: opening many takes a process longer than all their code. */
export default defineConfig({
  input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
  // So the protocol is in it; its types are still its own.
  external: /^node:/,
  transform: { target: 'es2022' },
  resolve: { conditionNames: ['@wallet-buttons/source', 'import'] },
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  },
});
