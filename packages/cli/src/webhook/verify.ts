import type { Command } from 'commander';
import {
  isSigned,
  type Profile,
  readWebhook,
  ServiceError,
  type WebhookVersion,
} from '@wallet-buttons/service-client';
import { bytesOf } from '../files.ts';
import { profileOf, verifierOf } from '../given.ts';
import { type Print, UsageError } from '../report.ts';
import { formatOption } from './format-option.ts';

interface VerifyOptions {
  readonly key: string;
  readonly signature: string;
  readonly header?: string;
  readonly format: WebhookVersion;
  readonly profile?: string;
}

/** Checks the signature of a webhook, and shows what the server reads from it. */
export function addVerify(webhook: Command, print: Print): void {
  webhook
    .command('verify <body>')
    .description('check the signature of a received webhook, and show what is read from it')
    .requiredOption('--key <file>', "the service's public key, PEM")
    .requiredOption('--signature <text>', 'value of the signature header, as received')
    .option('--header <name>', 'name of that header; the first of the profile by default')
    .addOption(formatOption())
    .option('--profile <file>', 'overrides of the wire profile')
    .action(async (path: string, options: VerifyOptions) => {
      const profile = await profileOf(options.profile);
      const bytes = await bytesOf(path);
      if (!/^[\x21-\x7e]+$/.test(options.signature))
        throw new UsageError('--signature is the value of a header: one line of ASCII.');
      const header = options.header ?? profile.webhook.signatures[0]?.header ?? '';
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(header))
        throw new UsageError(`"${header}" is not the name of a header. Name it with --header.`);
      const headers = new Headers({ [header]: options.signature });
      const isGood = await isSigned(headers, bytes, await verifierOf(options.key), profile);
      const message = reading(bytes, profile, options.format);
      print({
        isGood,
        json: { isSigned: isGood, bytes: bytes.length, ...message },
        lines: [
          isGood
            ? `The signature is good: the service signed exactly these ${String(bytes.length)} bytes.`
            : 'The signature does not match. Compare: the key (a rotation?), the header, and the raw bytes (a parser that rewrites JSON, or an editor that adds a last newline, changes them).',
          'error' in message
            ? message.error
            : `Session ${message.sessionId}: ${message.status ?? 'no readable status'}${message.meaning ? `, which means ${message.meaning}` : ''}${message.amount ? `, amount ${message.amount}` : ''}.`,
        ],
      });
    });
}

function reading(bytes: Uint8Array<ArrayBuffer>, profile: Profile, version: WebhookVersion) {
  try {
    const { sessionId, answer } = readWebhook(bytes, profile, version);
    const status = answer?.status ?? null;
    const meaning =
      status === null ? null : (profile.meaningOf(status) ?? 'unknown, read as pending');
    const amount = typeof answer?.amount === 'string' ? answer.amount : null;
    return { sessionId, status, meaning, amount };
  } catch (error) {
    if (error instanceof ServiceError) return { error: `${error.message} ${error.suggestion}` };
    throw error;
  }
}
