import { defineConfig } from 'rolldown';

/** The entries that `package.json` publishes, and the parts of `src` that they are made of. */
const entries = [
  ...['index', 'node/listener', 'store/sqlite', 'store/postgres', 'store/mysql'],
  'explain/explain',
];

/** What they share is one file: opening and linking sixty takes a process longer than all their code. */
export default defineConfig({
  input: {
    ...Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    testing: 'testing/index.ts',
  },
  // The signed calls stay a package of their own, so that their error is one class for a shop that uses both. The protocol
  // is in it; its types are still its own.
  external: /^node:|^@wallet-buttons\/service-client/,
  transform: { target: 'es2022' },
  resolve: { conditionNames: ['@wallet-buttons/source', 'import'] },
  output: {
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  },
});
