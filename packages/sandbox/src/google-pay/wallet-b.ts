/**
 * Classic script that stands in for pay.js of wallet B (Google Pay on the web): defines
 * `google.payments.api.PaymentsClient`. Loading it again adds another of its frames and changes nothing.
 */
import { addFrame } from './frame.ts';
import { PaymentsClient } from './payments-client.ts';
import { mayRunHere, openRecorder, STAND_IN } from '../sheet/recorder.ts';

export type { WalletCall, WalletSandbox } from '../sheet/recorder.ts';

const page = window as { google?: { payments?: { api?: { PaymentsClient?: object } } } };
const present = page.google?.payments?.api?.PaymentsClient;
const loaded = present !== undefined && STAND_IN in present;

if (mayRunHere('wallet-b.js')) {
  openRecorder();
  addFrame();
  if (!loaded) {
    // Other libraries of the provider share the outer names, so only what is missing is added.
    page.google ??= {};
    page.google.payments ??= {};
    page.google.payments.api ??= {};
    page.google.payments.api.PaymentsClient = PaymentsClient;
  }
}
