import { domainFile } from './addresses.ts';
import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { template } from './template.ts';
import { walletFile } from './wallet-file.ts';

/** Without it Next takes every file of the project, keys and payments too, into the output of the route. */
const hint = '/* turbopackIgnore: true */ ';

/** Page, return page and routes of the app router. */
export function next({ isTypeScript, source, addresses: { demo, base } }: Project): Recipe {
  const [script, component] = isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx'];
  return {
    files: {
      [`${source}lib/wallet.${script}`]: walletFile('process.env', '', hint),
      [`${source}instrumentation.${script}`]: template('next/instrumentation.js'),
      [`${source}app${base}/[...path]/route.${script}`]: template('next/route.ts', isTypeScript),
      [`${source}app/${domainFile}/route.${script}`]: template('next/well-known.js'),
      [`${source}app${demo}/wallet.${component}`]: template('next/wallet.tsx', isTypeScript),
      [`${source}app${demo}/stand-ins.${component}`]: template('next/stand-ins.tsx', isTypeScript),
      [`${source}app${demo}/page.${component}`]: template('next/checkout.jsx'),
      [`${source}app${demo}/return/page.${component}`]: template('next/return.jsx'),
    },
    // Next refuses a page that both of its routers have.
    rivals: ['', '/return'].map((name) => `${source}pages${demo}${name}`),
    settings: '.env.local',
    start: ['npx next dev', openAt(`http://localhost:3000${demo}`)],
  };
}
