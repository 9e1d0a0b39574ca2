import '@wallet-buttons/elements/define.js';
import type { WalletErrorEvent, WalletResultEvent } from '@wallet-buttons/elements';
import {
  afterNextRender,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  Directive,
  ElementRef,
  inject,
  InjectionToken,
  signal,
} from '@angular/core';
import { basket } from '../shop/basket.ts';
import type { Opening } from '../shop/opening.ts';
import * as views from '../shop/view.ts';

export const OPENING: InjectionToken<Opening> = new InjectionToken<Opening>('opening');

/** The button with the focus is gone, and a screen reader should announce the result. */
@Directive({ selector: '[focused]' })
export class Focused {
  readonly #heading = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;

  constructor() {
    afterNextRender(() => {
      this.#heading.focus();
    });
  }
}

/** Both wallets, and the results of a press. Their events bubble, so one listener gets both. */
@Component({
  selector: '[app-checkout]',
  imports: [Focused],
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    @if (order) {
      <header>
        <h2 id="till-title">{{ view().receipt?.stamp ?? 'To pay' }}</h2>
        <p class="total">
          {{ order.amount }} <abbr title="Ukrainian hryvnia">{{ order.currency }}</abbr>
        </p>
        <p class="order-code">Order <code id="order-code">{{ order.id }}</code></p>
      </header>

      @if (view().panel === 'buttons') {
        <div
          class="buttons"
          (wallet-click)="view.set(views.ready)"
          (wallet-authorized)="view.set(views.agreed)"
          (wallet-redirect)="view.set(views.leaving)"
          (wallet-result)="conclude($event)"
          (wallet-cancel)="view.set(views.cancelled)"
          (wallet-error)="tell($event)"
        >
          <wallet-a-button
            [order]="order.id"
            [amount]="order.amount"
            [currency]="order.currency"
            [displayItems]="basket"
            country="UA"
            label="Levada seed house"
            merchant-id="merchant.example.levada"
          />
          <wallet-b-button
            [order]="order.id"
            [amount]="order.amount"
            [currency]="order.currency"
            [displayItems]="basket"
            country="UA"
            label="Levada seed house"
            gateway="examplegateway"
            gateway-merchant-id="exampleMerchant"
            merchant-name="Levada seed house"
          />
        </div>
      }
    }

    <p class="notice" [class.trouble]="view().notice?.trouble" role="status">
      @if (view().notice; as notice) {
        @if (notice.title) {
          <strong>{{ notice.title }}</strong>
        }
        {{ notice.text }}
        @if (notice.code) {
          <code>{{ notice.code }}</code>
        }
      }
    </p>

    @if (order && view().panel === 'checking') {
      <wallet-payment-status
        class="checking"
        [order]="order.id"
        (wallet-result)="conclude($event)"
        (wallet-error)="tellOfCheck($event)"
      />
    }

    @if (view().receipt; as receipt) {
      <div class="receipt">
        <p class="stamp" aria-hidden="true">{{ receipt.stamp }}</p>
        <h2 focused tabindex="-1">{{ receipt.title }}</h2>
        <p>{{ receipt.text }}</p>
      </div>
    }
  `,
})
export class Checkout {
  protected readonly order = inject(OPENING).order;
  protected readonly view = signal(inject(OPENING).view);
  protected readonly basket = basket;
  protected readonly views = views;

  protected conclude({ outcome }: WalletResultEvent): void {
    this.view.set(views.concluded(outcome));
  }

  protected tell({ error }: WalletErrorEvent): void {
    this.view.set(views.troubled(error));
  }

  protected tellOfCheck({ error }: WalletErrorEvent): void {
    this.view.set(views.checkTroubled(error));
  }
}
