import type { parseArgs } from 'node:util';
import { startSandbox, type Sandbox, type SandboxOptions } from '../index.ts';
import { ensureKeys, readKey, readText, UsageError, type KeyFiles } from './keys.ts';

/** The options of both commands. */
export const commonOptions = {
  port: { type: 'string', default: '4010' },
  data: { type: 'string', default: '.wallet-sandbox' },
  'merchant-id': { type: 'string', default: 'shop-1' },
  'merchant-key': { type: 'string' },
  'public-url': { type: 'string' },
  currency: { type: 'string', default: 'UAH' },
  gateway: { type: 'string' },
  'gateway-merchant-id': { type: 'string' },
  profile: { type: 'string' },
  recording: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** The options that name something, and what: a variable of the shell that is not set makes them empty. */
const textOptions = [
  ['data', 'a folder'],
  ['merchant-id', 'the id of the merchant at the service'],
  ['merchant-key', 'a file'],
  ['gateway', 'the gateway of wallet B'],
  ['gateway-merchant-id', 'the terminal of wallet B'],
  ['profile', 'a file'],
  ['recording', 'a file'],
] as const;

/** The values of `commonOptions`. */
export type CommonValues = ReturnType<
  typeof parseArgs<{ options: typeof commonOptions }>
>['values'];

/** How the sandbox of a command is started, and which files the merchant's backend needs. */
export interface Settings {
  readonly options: SandboxOptions;
  readonly keys: KeyFiles;
  readonly serviceUrl: string;
}

/** @throws UsageError naming the option that cannot be used */
export function settingsOf(values: CommonValues): Settings {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new UsageError(`--port is "${values.port}": a number from 1 to 65535 is expected.`);
  }
  for (const [name, kind] of textOptions) {
    if (values[name]?.trim() === '') throw new UsageError(`--${name} is empty: name ${kind}.`);
  }
  const publicUrl = values['public-url'];
  if (publicUrl !== undefined) httpUrl(publicUrl, '--public-url');
  const keys = ensureKeys(values.data);
  return {
    keys,
    serviceUrl: `http://127.0.0.1:${port}`,
    options: {
      port,
      merchantId: values['merchant-id'],
      merchantPublicKey: readKey(values['merchant-key'] ?? keys.merchantPublic),
      webhookKey: readKey(keys.servicePrivate),
      currency: values.currency,
      publicUrl,
      gateway: values.gateway,
      gatewayMerchantId: values['gateway-merchant-id'],
      profile: values.profile === undefined ? undefined : readJson(values.profile),
      recording: values.recording === undefined ? undefined : readRecording(values.recording),
    },
  };
}

/** The URL without slashes at its end. @param name of its option @throws UsageError with the remedy */
export function httpUrl(text: string, name: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) {
    const { origin, pathname, search, hash, username, password } = new URL(text);
    if (!/[?#]/.test(text) && username + password + search + hash === '') {
      return text.replace(/\/+$/, '');
    }
    const base = `${origin}${pathname}`.replace(/\/+$/, '');
    throw new UsageError(
      `${name} has a user, a query or a fragment in its URL: paths are added to its end. Write ${base}.`,
    );
  }
  const suggestion = `http://${text.replace(/^\w*:?\/\//, '')}`;
  const right = URL.canParse(suggestion) ? suggestion : 'it like http://localhost:8080/wallet';
  throw new UsageError(`${name} "${text}" is not an http or https URL. Write ${right}.`);
}

/** @throws UsageError with the reason why the sandbox cannot start, such as an entry of the profile */
export async function start(options: SandboxOptions): Promise<Sandbox> {
  try {
    return await startSandbox(options);
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

/** The settings for the merchant's backend, line by line. */
export function backendSettings(
  { serviceUrl, options, keys }: Settings,
  hasOwnKey: boolean,
): string {
  const rows = [
    ['base URL of the service', serviceUrl],
    ['merchant id', options.merchantId],
    ['key that signs calls', hasOwnKey ? 'your own' : keys.merchantPrivate],
    ['key that checks webhooks', keys.servicePublic],
  ] as const;
  return rows.map(([name, value]) => `  ${name.padEnd(26)}${value}`).join('\n');
}

/** Its content is checked by the sandbox, which names the entry that is wrong. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} is not JSON.`);
  }
}

/** A list, or one call a line, as a program appends them. */
function readRecording(path: string): unknown {
  const text = readText(path).trim();
  try {
    return text.startsWith('[')
      ? JSON.parse(text)
      : text.split('\n').map((line): unknown => JSON.parse(line));
  } catch {
    throw new UsageError(`${path} is neither a JSON list nor one call a line.`);
  }
}
