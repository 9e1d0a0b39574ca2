import '@wallet-buttons/elements/define.js';
import type { WalletResultEvent } from '@wallet-buttons/elements';
import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';

@Component({
  selector: 'app-checkout',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <wallet-buttons
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country="UA"
      label="Seeds"
      [displayItems]="basket"
      (wallet-result)="conclude($event)"
    >
      <wallet-a-button />
      <wallet-b-button gateway="examplegateway" gateway-merchant-id="exampleMerchant" />
    </wallet-buttons>
    <p>Outcome: {{ outcome() }}</p>
  `,
})
class Checkout {
  protected readonly basket = [{ label: 'Poppy', amount: '199.90' }];
  protected readonly outcome = signal('');

  protected conclude({ outcome }: WalletResultEvent): void {
    this.outcome.set(outcome);
  }
}

await bootstrapApplication(Checkout);
