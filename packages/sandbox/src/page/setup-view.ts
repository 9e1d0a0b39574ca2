import { html, nothing, type TemplateResult } from 'lit';
import type { Setup } from '../service/control-api.ts';
import { copyButton } from './parts.ts';

/** What the merchant's backend needs, ready to be copied. */
export function setupView(setup: Setup): TemplateResult {
  const { url, merchantId, currency, keyFiles } = setup;
  return html`<div class="setup">
    <section>
      <h2>Give your backend</h2>
      <dl class="facts large">
        ${fact('Base URL of the service', url)} ${fact('Merchant id', merchantId)}
        ${fact('Currency', currency)}
        ${fact('Key that signs calls', keyFiles.merchantPrivate)}
        ${fact('Key that checks webhooks', keyFiles.webhookPublic)}
      </dl>
      <p class="soft">
        Each call carries a signature of exactly the bytes that it sends. The private key stays in its
        file: this page never sees it.
      </p>
    </section>
    <section>
      <h2>Check your backend</h2>
      <p>Stop this sandbox, keep your backend running, and let every endpoint be tried:</p>
      <pre tabindex="0">npx @wallet-buttons/sandbox conformance http://localhost:8080/wallet</pre>
    </section>
    ${keyView('Public key of the service', 'Checks the signature of webhooks.', setup.webhookPublicKey)}
    ${keyView('Public key of the merchant', 'Registered here: checks your calls.', setup.merchantPublicKey)}
    <section>
      <h2>Wallets</h2>
      <p>
        In a Playwright test both wallets are fixtures:
        <code>import { test } from '@wallet-buttons/sandbox/playwright'</code>. On a page of your own
        load <code>wallet-a.js</code> or <code>wallet-b.js</code> of this service in place of the
        provider’s script.
      </p>
    </section>
  </div>`;
}

function fact(name: string, value: string | undefined): TemplateResult | typeof nothing {
  if (value === undefined) return nothing;
  return html`<dt>${name}</dt>
    <dd><code>${value}</code> ${copyButton(value, name)}</dd>`;
}

function keyView(name: string, use: string, pem: string): TemplateResult {
  return html`<section>
    <h2>${name}</h2>
    <p class="soft">${use} ${copyButton(pem, name)}</p>
    <pre tabindex="0">${pem.trim()}</pre>
  </section>`;
}
