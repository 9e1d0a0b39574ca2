import { providerScripts } from '../provider-scripts.ts';

/**
 * Defines the tags in the browser, after the sandbox's wallets if its address is set. Without it the wallets' own scripts
 * are requested beside the tags: a line of the page's head would do so on every page of the project, and in Safari for
 * wallet A too.
 */
export const tagsFile = (
  isTypeScript: boolean,
): string => `function load(url${isTypeScript ? ': string' : ''}) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = reject;
    script.src = url;
    document.head.append(script);
  });
}

// Requests the wallets' own scripts while the tags still load. The addresses are those that the tags load.
function preload() {
  const add = (href${isTypeScript ? ': string' : ''}, crossOrigin${isTypeScript ? ': string | null' : ''} = null) => {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'preload', as: 'script', href, crossOrigin }),
    );
  };
  if (document.querySelector('wallet-b-button')) add('${providerScripts.b}');
  // Safari has wallet A itself.
  if (document.querySelector('wallet-a-button') && !('ApplePaySession' in window))
    add('${providerScripts.a}', 'anonymous');
}

// The sandbox plays both wallets while you try things out. In production its address is not set.
export async function defineTags(sandbox = '') {
  if (sandbox) await Promise.all(['a', 'b'].map((wallet) => load(\`\${sandbox}/wallet-\${wallet}.js\`)));
  else preload();
  await import('@wallet-buttons/elements/define.js');
}
`;
