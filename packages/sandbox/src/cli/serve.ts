import { join } from 'node:path';
import type { Sandbox } from '../index.ts';
import { backendSettings, settingsOf, start, type CommonValues } from './settings.ts';

/** `npx @wallet-buttons/sandbox`: the service and its page, until the process is stopped. */
export async function serve(values: CommonValues): Promise<void> {
  const settings = settingsOf(values);
  const { keys, options } = settings;
  const sandbox = await start({
    ...options,
    dataFile: join(values.data, 'ledger.jsonl'),
    keyFiles: { merchantPrivate: keys.merchantPrivate, webhookPublic: keys.servicePublic },
  });
  console.log(`Wallet sandbox: no money moves here.

  Open  ${options.publicUrl ?? sandbox.url}/

Give your backend:
${backendSettings(settings, values['merchant-key'] !== undefined)}

${kept(sandbox)}Ctrl-C stops it. "conformance <url>" checks your backend; "--help" lists the options.`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void sandbox.close());
  }
}

/** A fault of an earlier run would surprise its reader. */
function kept(sandbox: Sandbox): string {
  const orders = Object.keys(sandbox.ledger().scenarios).map((order) => order || 'every payment');
  if (orders.length === 0) return '';
  return `Scenarios of the last run are in force: ${orders.join(', ')}.
POST /control/scenario with no other field than external_id clears one.

`;
}
