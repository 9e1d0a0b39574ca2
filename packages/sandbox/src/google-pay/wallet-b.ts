/**
 * Classic script that stands in for pay.js of wallet B (Google Pay on the web): defines
 * `google.payments.api.PaymentsClient` and `PaymentsAsyncClient`. Loading it again adds another frame and changes nothing else.
 */
import { addFrame } from './frame.ts';
import { PaymentsAsyncClient } from './payments-async-client.ts';
import { PaymentsClient } from './payments-client.ts';
import { createHtmlPolicy } from './trusted-types.ts';
import { mayRunHere } from '../sheet/allowed-page.ts';
import { openRecorder, standIn } from '../sheet/recorder.ts';

export type { WalletCall, WalletSandbox } from '../sheet/recorder.ts';

interface Api {
  PaymentsClient?: object;
  PaymentsAsyncClient?: object;
}

const page = window as { google?: { payments?: { api?: Api } } };
const present = page.google?.payments?.api?.PaymentsClient;
const isLoaded = present !== undefined && standIn in present;

if (mayRunHere('wallet-b.js')) {
  openRecorder();
  // A page that refuses the policy ends the script here, before it has defined anything.
  createHtmlPolicy();
  addFrame();
  if (!isLoaded) {
    // Other libraries of the provider share the outer names, so only what is missing is added.
    page.google ??= {};
    page.google.payments ??= {};
    page.google.payments.api ??= {};
    page.google.payments.api.PaymentsClient = PaymentsClient;
    page.google.payments.api.PaymentsAsyncClient = PaymentsAsyncClient;
  }
}
