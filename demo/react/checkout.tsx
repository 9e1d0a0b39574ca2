import '@wallet-buttons/elements/define.js';
import type { WalletErrorEvent, WalletResultEvent } from '@wallet-buttons/elements';
import type {} from '@wallet-buttons/elements/react';
import { useState, type ReactNode } from 'react';
import { basket } from '../shop/basket.ts';
import type { Opening } from '../shop/opening.ts';
import {
  agreed,
  cancelled,
  checkTroubled,
  concluded,
  leaving,
  ready,
  troubled,
  type Notice,
} from '../shop/view.ts';

/** Both wallets, and the results of a press. */
export function Checkout({ order, view: opening }: Opening): ReactNode {
  const [view, setView] = useState(opening);
  if (!order) return <NoticeLine {...view.notice} />;

  const payment = {
    order: order.id,
    amount: order.amount,
    currency: order.currency,
    country: 'UA',
    label: 'Levada seed house',
    displayItems: basket,
    'onwallet-click': () => {
      setView(ready);
    },
    'onwallet-authorized': () => {
      setView(agreed);
    },
    'onwallet-redirect': () => {
      setView(leaving);
    },
    'onwallet-result': ({ outcome }: WalletResultEvent) => {
      setView(concluded(outcome));
    },
    'onwallet-cancel': () => {
      setView(cancelled);
    },
    'onwallet-error': ({ error }: WalletErrorEvent) => {
      setView(troubled(error));
    },
  };

  return (
    <>
      <header>
        <h2 id="till-title">{view.receipt?.stamp ?? 'To pay'}</h2>
        <p className="total">
          {order.amount} <abbr title="Ukrainian hryvnia">{order.currency}</abbr>
        </p>
        <p className="order-code">
          Order <code id="order-code">{order.id}</code>
        </p>
      </header>

      {view.panel === 'buttons' && (
        <div className="buttons">
          <wallet-a-button {...payment} merchant-id="merchant.example.levada" />
          <wallet-b-button
            {...payment}
            gateway="examplegateway"
            gateway-merchant-id="exampleMerchant"
            merchant-name="Levada seed house"
          />
        </div>
      )}

      <NoticeLine {...view.notice} />

      {view.panel === 'checking' && (
        <wallet-payment-status
          className="checking"
          order={order.id}
          onwallet-result={({ outcome }) => {
            setView(concluded(outcome));
          }}
          onwallet-error={({ error }) => {
            setView(checkTroubled(error));
          }}
        />
      )}

      {view.receipt && (
        <div className="receipt">
          <p className="stamp" aria-hidden="true">
            {view.receipt.stamp}
          </p>
          <h2 tabIndex={-1} ref={focus}>
            {view.receipt.title}
          </h2>
          <p>{view.receipt.text}</p>
        </div>
      )}
    </>
  );
}

function NoticeLine({ trouble, title, text, code }: Partial<Notice>): ReactNode {
  return (
    <p className={trouble ? 'notice trouble' : 'notice'} role="status">
      {title && <strong>{title}</strong>}
      {text}
      {code && <code>{code}</code>}
    </p>
  );
}

/** The button with the focus is gone, and a screen reader should announce the result. */
function focus(heading: HTMLElement | null): void {
  heading?.focus();
}
