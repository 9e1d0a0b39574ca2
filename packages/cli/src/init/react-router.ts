import type { Project } from './project.ts';
import { type Edit, insertAt, openAt, type Recipe } from './recipe.ts';
import { tagsFile } from './tags-file.ts';
import { template } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** React Router as a framework: route modules for pages and endpoints, rendered on the server. */
export function reactRouter({ isTypeScript, addresses }: Project): Recipe {
  const [script, component] = isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx'];
  const origin = 'http://localhost:5173';
  const templateOf = (name: string): string => template(`react-router/${name}`, isTypeScript);
  return {
    files: {
      [`app/wallet/wallet.server.${script}`]: walletFile(),
      [`app/wallet/start.server.${script}`]: templateOf('start.server.js'),
      [`app/wallet/routes.${script}`]: templateOf('routes.ts'),
      [`app/wallet/endpoints.${script}`]: templateOf('endpoints.ts'),
      [`app/wallet/checkout.${component}`]: templateOf('checkout.tsx'),
      [`app/wallet/return.${component}`]: templateOf('return.tsx'),
      [`app/wallet/hydrated.${script}`]: templateOf('hydrated.js'),
      [`app/wallet/tags.${script}`]: tagsFile(isTypeScript),
    },
    edits: [routesEdit],
    origin,
    start: [
      'npx react-router dev',
      openAt(`${origin}${addresses.demo}`),
      'In production give the server its settings: node --env-file=.env node_modules/@react-router/serve/bin.cjs build/server/index.js',
    ],
  };
}

const list = /^export default \[/m;

/** The routes of the wallets come first into the list of the app. */
const routesEdit: Edit = {
  paths: ['app/routes.ts', 'app/routes.js'],
  change: (text) => {
    if (text.includes('walletRoutes')) return text;
    if (!list.test(text)) return null;
    const load = "import { walletRoutes } from './wallet/routes';\n";
    const textWithImport = insertAt(text, /^(?=import )/m, () => load);
    return textWithImport && insertAt(textWithImport, list, (match) => `${match}...walletRoutes, `);
  },
  byHand:
    "Put the routes of app/wallet/routes into the list of app/routes: import { walletRoutes } from './wallet/routes', then export default [...walletRoutes, …]; with flatRoutes() that is [...walletRoutes, ...(await flatRoutes())].",
};
