import { connection } from 'next/server';
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
      <link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js" />
      <link
        rel="preload"
        as="script"
        href="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js"
        crossOrigin="anonymous"
      />
    </>
  );
}
