import type { Project } from './project.ts';
import { openAt, type Recipe } from './recipe.ts';
import { providerScripts } from '../provider-scripts.ts';
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

const nextInstrumentation = `/** Asks about payments that are due, and delivers changes: for a Next that runs as one process. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { wallet } = await import('./lib/wallet');
  void wallet.keepReconciling();
}
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
    isHydrated && (
      <>
        <wallet-a-button {...payment} onwallet-result={onResult} />
        <wallet-b-button
          {...payment}
          gateway="examplegateway"
          gateway-merchant-id="exampleMerchant"
          onwallet-result={onResult}
        />
      </>
    )
  );
}

export function WalletStatus() {
  return useHydrated() && <wallet-payment-status />;
}
`;

const nextStandIns = (isTypeScript: boolean): string => `'use client';

import Script from 'next/script';
import { ${isTypeScript ? 'type ReactNode, ' : ''}useState } from 'react';

const wallets = ['wallet-a.js', 'wallet-b.js'];
${isTypeScript ? '\ntype Props = { sandbox: string | undefined; children: ReactNode };\n' : ''}
/** The sandbox plays both wallets while you try things out. Its scripts come after hydration, then the children. */
export function StandIns({ sandbox, children }${isTypeScript ? ': Props' : ''}) {
  const [loaded, setLoaded] = useState${isTypeScript ? '<string[]>' : ''}([]);
  if (!sandbox) return children;
  return (
    <>
      {wallets.map((wallet) => (
        <Script
          key={wallet}
          src={\`\${sandbox}/\${wallet}\`}
          onReady={() => setLoaded((before) => [...before, wallet])}
        />
      ))}
      {wallets.every((wallet) => loaded.includes(wallet)) && children}
    </>
  );
}
`;

const nextCheckout = `import { connection } from 'next/server';
import { Suspense } from 'react';
import { StandIns } from './stand-ins';
import { WalletButtons } from './wallet';

export default function Checkout() {
  return (
    <main>
      <h1>Order A-1001</h1>
      <div style={{ minBlockSize: 96 }}>
        <Suspense>
          <Buttons />
        </Suspense>
      </div>
    </main>
  );
}

async function Buttons() {
  // SANDBOX_URL is read when the page is asked for, not by the build.
  await connection();
  const { SANDBOX_URL } = process.env;
  return (
    <StandIns sandbox={SANDBOX_URL}>
      {!SANDBOX_URL && <Preload />}
      <WalletButtons />
    </StandIns>
  );
}

/** The wallets' own scripts, requested together with the page's. React moves both lines into the head. */
function Preload() {
  return (
    <>
      <link rel="preload" as="script" href="${providerScripts.b}" />
      <link rel="preload" as="script" href="${providerScripts.a}" crossOrigin="anonymous" />
    </>
  );
}
`;

const nextReturn = `import { WalletStatus } from '../checkout/wallet';

export default function Return() {
  return <WalletStatus />;
}
`;

/** Without it Next takes every file of the project, keys and payments too, into the output of the route. */
const hint = '/* turbopackIgnore: true */ ';

/** Page, return page and routes of the app router. */
export function next({ isTypeScript, source }: Project): Recipe {
  const [script, component] = isTypeScript ? ['ts', 'tsx'] : ['js', 'jsx'];
  const wellKnown = "export { GET } from '../../wallet/[...path]/route';\n";
  return {
    files: {
      [`${source}lib/wallet.${script}`]: walletFile('process.env', '', hint),
      [`${source}instrumentation.${script}`]: nextInstrumentation,
      [`${source}app/wallet/[...path]/route.${script}`]: nextRoute(isTypeScript),
      [`${source}app/.well-known/[file]/route.${script}`]: wellKnown,
      [`${source}app/checkout/wallet.${component}`]: typed(nextClient, 'react', isTypeScript),
      [`${source}app/checkout/stand-ins.${component}`]: nextStandIns(isTypeScript),
      [`${source}app/checkout/page.${component}`]: nextCheckout,
      [`${source}app/return/page.${component}`]: nextReturn,
    },
    settings: '.env.local',
    start: ['npx next dev', openAt('http://localhost:3000')],
  };
}
