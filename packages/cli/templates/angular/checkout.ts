import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA, isDevMode } from '@angular/core';
import type { WalletResultEvent } from '@wallet-buttons/elements';
import { defineTags } from './tags';

@Component({
  selector: 'app-wallet-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <h1>Order A-1001</h1>
    <wallet-buttons
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country="UA"
      label="Shop"
      (wallet-result)="finish($event)"
    >
      <wallet-a-button />
      <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant" />
    </wallet-buttons>
  `,
})
export class WalletCheckout {
  constructor() {
    // The sandbox plays both wallets in a development build. To try the wallets themselves, name none.
    const sandbox = isDevMode() ? 'http://127.0.0.1:4010' : '';
    afterNextRender(() => void defineTags(sandbox));
  }

  protected finish({ outcome }: WalletResultEvent): void {
    if (outcome !== 'failed') location.assign('/return?order=A-1001');
  }
}
