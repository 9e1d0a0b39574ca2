import { afterNextRender, Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { defineTags } from './tags';

@Component({
  selector: 'app-wallet-return',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: '<wallet-payment-status />',
})
export class WalletReturn {
  constructor() {
    afterNextRender(() => void defineTags());
  }
}
