import { template } from './template.ts';

/**
 * The merchant's side: orders, keys, store. It is the same for every framework, except for the place of the settings and
 * a comment for bundlers where a file's name comes from a setting.
 */
export function walletFile(environment = 'process.env', load = '', hint = ''): string {
  const text = template('wallet.js')
    .replace('} = process.env;', `} = ${environment};`)
    .replaceAll('readFileSync(', `readFileSync(${hint}`);
  return `${load}${text}`;
}
