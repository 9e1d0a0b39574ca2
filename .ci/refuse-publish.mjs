// `prepublishOnly` of each package: a folder has `workspace:*` and relative links, which only packing replaces.
import process from 'node:process';

console.error(
  'Publish the packed packages, not a folder: "pnpm packages" packs them, "node .ci/publish.mjs" publishes them.',
);
process.exitCode = 1;
