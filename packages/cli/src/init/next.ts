import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { typed } from './typed.ts';
import { walletFile } from './wallet-file.ts';

const nextRoute = (isTypeScript: boolean): string => `import { after } from 'next/server';
import { wallet } from '../../../lib/wallet';

export async function POST(request${isTypeScript ? ': Request' : ''}) {
  after(() => wallet.drain(request));
  return wallet.handle(request);
}
export const GET = POST;
export const OPTIONS = POST;
`;

const nextClient = `'use client';

import '@wallet-buttons/elements/define.js';
TYPES
import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** React sets no properties and hears no events of a custom element that came from the server. */
function useHydrated() {
  return useSyncExternalStore(never, () => true, () => false);
}

export function WalletButtons() {
  const isHydrated = useHydrated();
  const payment = { order: 'A-1001', amount: '199.90', currency: 'UAH', country: 'UA', label: 'Shop' };
  const onResult = ({ outcome }EVENT) => {
    if (outcome !== 'failed') location.assign('/return?order=A-1001');
  };
  return (
    <div style={{ minBlockSize: 96 }}>
      {isHydrated && (
        <>
          <wallet-a-button {...payment} onwallet-result={onResult} />
          <wallet-b-button
            {...payment}
            gateway="examplegateway"
            gateway-merchant-id="exampleMerchant"
            onwallet-result={onResult}
          />
        </>
      )}
    </div>
  );
}

export function WalletStatus() {
  return useHydrated() && <wallet-payment-status />;
}
`;

const nextCheckout = `import { WalletButtons } from './wallet';

// SANDBOX_URL is read when the page is asked for.
export const dynamic = 'force-dynamic';

export default function Checkout() {
  const { SANDBOX_URL } = process.env;
  return (
    <main>
      <h1>Order A-1001</h1>
      {/* The sandbox plays both wallets while you try things out. */}
      {SANDBOX_URL && <script src={\`\${SANDBOX_URL}/wallet-a.js\`} />}
      {SANDBOX_URL && <script src={\`\${SANDBOX_URL}/wallet-b.js\`} />}
      <WalletButtons />
    </main>
  );
}
`;

const nextReturn = `import { WalletStatus } from '../checkout/wallet';

export default function Return() {
  return <WalletStatus />;
}
`;

/** Page, return page and routes of the app router. */
export function next({ isTypeScript, source }: Project): Recipe {
  const [script, component] = isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx'];
  const wellKnown = "export { GET } from '../../wallet/[...path]/route';\n";
  return {
    files: {
      [`${source}lib/wallet.${script}`]: walletFile(),
      [`${source}app/wallet/[...path]/route.${script}`]: nextRoute(isTypeScript),
      [`${source}app/.well-known/[file]/route.${script}`]: wellKnown,
      [`${source}app/checkout/wallet.${component}`]: typed(nextClient, 'react', isTypeScript),
      [`${source}app/checkout/page.${component}`]: nextCheckout,
      [`${source}app/return/page.${component}`]: nextReturn,
    },
    settings: '.env.local',
    start: ['npx next dev', openAt('http://localhost:3000')],
  };
}
