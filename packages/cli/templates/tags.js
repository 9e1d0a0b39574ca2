function load(url) {
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
  const add = (href, crossOrigin = null) => {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'preload',
        as: 'script',
        href,
        crossOrigin,
      }),
    );
  };
  if (document.querySelector('wallet-b-button')) add('https://pay.google.com/gp/p/js/pay.js');
  // Safari has wallet A itself.
  if (document.querySelector('wallet-a-button') && !('ApplePaySession' in window))
    add('https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js', 'anonymous');
}

// The sandbox plays both wallets while you try things out. In production its address is not set.
export async function defineTags(sandbox = '') {
  if (sandbox)
    await Promise.all(['a', 'b'].map((wallet) => load(`${sandbox}/wallet-${wallet}.js`)));
  else preload();
  await import('@wallet-buttons/elements/define.js');
}
