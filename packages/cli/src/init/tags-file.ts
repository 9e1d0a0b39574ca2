/** Defines the tags in the browser, after the sandbox's wallets if its address is set. */
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

// The sandbox plays both wallets while you try things out. In production its address is not set.
export async function defineTags(sandbox = '') {
  if (sandbox) await Promise.all(['a', 'b'].map((wallet) => load(\`\${sandbox}/wallet-\${wallet}.js\`)));
  await import('@wallet-buttons/elements/define.js');
}
`;
