import { Component } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { Checkout } from '../checkout';

@Component({
  selector: 'app-root',
  imports: [Checkout],
  template: `<app-checkout order="A-1001" amount="199.90" />`,
})
class App {}

await bootstrapApplication(App);
