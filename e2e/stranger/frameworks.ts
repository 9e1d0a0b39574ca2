/** A framework that `init` knows, as its own documents begin a project. */
export interface Framework {
  readonly name: string;
  /** The commands; the project comes into the folder `shop`. */
  readonly begin: string;
  /** A folder of `../packed/projects` that stands for the files of a tool which needs more than a registry. */
  readonly skeleton?: string;
  /** Steps of `init` that are for a developer and not for a machine, by their first words: files or a command. */
  readonly byHand?: Readonly<Record<string, ByHand>>;
}

/** What the developer does. */
export interface ByHand {
  readonly files?: Readonly<Record<string, string>>;
  readonly command?: string;
}

const folder = 'mkdir shop\ncd shop\nnpm init -y\nnpm pkg set type=module\n';
const startsApp = {
  'Start your app with the settings of .env': { command: 'node --env-file=.env app.js' },
} as const;

export const frameworks: readonly Framework[] = [
  // Its other first page loads a font from the network.
  { name: 'Next', begin: 'npx create-next-app@latest shop --yes --empty\ncd shop' },
  {
    name: 'Vite with Vue',
    begin:
      'npm create vite@latest shop -- --template vue-ts --no-interactive\ncd shop\nnpm install',
    byHand: {
      'Show the component of src/wallet/Checkout.vue': {
        files: {
          'src/App.vue':
            '<script setup lang="ts">\nimport Checkout from \'./wallet/Checkout.vue\';\n</script>\n\n<template>\n  <Checkout />\n</template>\n',
        },
      },
    },
  },
  {
    name: 'SvelteKit',
    begin: 'npx sv create shop --template minimal --types ts --no-add-ons --install npm\ncd shop',
  },
  {
    name: 'Angular',
    begin: 'npx @angular/cli@latest new shop --defaults --skip-git\ncd shop',
  },
  {
    name: 'Nest',
    begin: 'npx @nestjs/cli@latest new shop --package-manager npm --skip-git\ncd shop',
  },
  { name: 'Astro', begin: 'cd shop\nnpm install', skeleton: 'astro' },
  { name: 'React Router', begin: 'cd shop\nnpm install', skeleton: 'react-router' },
  {
    name: 'Express',
    begin: `${folder}npm install express
cat > app.js <<'END'
import express from 'express';

const app = express();
app.listen(process.env.PORT ?? 3000);
END`,
    byHand: startsApp,
  },
];
