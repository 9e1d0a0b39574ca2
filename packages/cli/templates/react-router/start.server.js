import { wallet } from './wallet.server';

// Asks about payments that are due, and delivers changes. A build that renders pages executes this file too.
if (process.env.IS_RR_BUILD_REQUEST !== 'yes') void wallet.keepReconciling();

export { wallet };
