import type { AddCommand } from '../report.ts';
import { addSend } from './send.ts';
import { addVerify } from './verify.ts';

/** `webhook send` and `webhook verify`. */
export const addWebhook: AddCommand = (program, print) => {
  const webhook = program
    .command('webhook')
    .description('send a signed test webhook to your backend, or check one that you received');
  addSend(webhook, print);
  addVerify(webhook, print);
};
