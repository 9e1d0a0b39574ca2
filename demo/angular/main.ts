import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { openCheckout } from '../shop/opening.ts';
import { Checkout, OPENING } from './checkout.ts';

// The templates are compiled here, in the browser, which spares the demo Angular's own build.
await bootstrapApplication(Checkout, {
  providers: [
    provideZonelessChangeDetection(),
    { provide: OPENING, useValue: await openCheckout() },
  ],
});
