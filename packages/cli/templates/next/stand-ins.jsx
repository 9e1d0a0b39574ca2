'use client';

import Script from 'next/script';
import { useState } from 'react';

const wallets = ['wallet-a.js', 'wallet-b.js'];

/** The sandbox plays both wallets while you try things out. Its scripts come after hydration, then the children. */
export function StandIns({ sandbox, children }) {
  const [loaded, setLoaded] = useState([]);
  if (!sandbox) return children;
  return (
    <>
      {wallets.map((wallet) => (
        <Script
          key={wallet}
          src={`${sandbox}/${wallet}`}
          onReady={() => setLoaded((previous) => [...previous, wallet])}
        />
      ))}
      {wallets.every((wallet) => loaded.includes(wallet)) && children}
    </>
  );
}
