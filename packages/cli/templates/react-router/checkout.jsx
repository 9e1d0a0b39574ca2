import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { useHydrated } from './hydrated';
import { defineTags } from './tags';

// Read for each request, so that a build needs no settings.
export const loader = () => ({ sandbox: process.env.SANDBOX_URL ?? '' });

const payment = {
  order: 'A-1001',
  amount: '199.90',
  currency: 'UAH',
  country: 'UA',
  label: 'Shop',
};
const finish = ({ outcome }) => {
  if (outcome !== 'failed') location.assign('/return?order=A-1001');
};

export default function Checkout() {
  const { sandbox } = useLoaderData();
  const isHydrated = useHydrated();
  return (
    <main>
      <h1>Order A-1001</h1>
      <div style={{ minBlockSize: 96 }}>{isHydrated && <Buttons sandbox={sandbox} />}</div>
    </main>
  );
}

function Buttons({ sandbox }) {
  useEffect(() => void defineTags(sandbox), [sandbox]);
  return (
    <>
      <wallet-a-button {...payment} onwallet-result={finish} />
      <wallet-b-button
        {...payment}
        gateway="examplegateway"
        gateway-merchant-id="exampleMerchant"
        onwallet-result={finish}
      />
    </>
  );
}
