/** Forms in which a webhook may arrive beside plain JSON. */
import { gzipSync } from 'node:zlib';
import type { WebhookRecord } from '../control-api.ts';
import type { Scenario } from '../payment/scenario.ts';

/** The text of a webhook in its form. @param json as the service writes it otherwise */
export function written(json: string, form: Scenario['webhookForm']): string {
  if (form === 'ping') return '{}';
  if (form === 'list') return `[${json}]`;
  if (form === 'bom') return `\uFEFF${json}`;
  return form === 'form' ? formOf(json) : json;
}

/** What is signed and posted, with the headers that describe it. */
export function encoded({ body, form }: Pick<WebhookRecord, 'body' | 'form'>): {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
} {
  const text = Buffer.from(body);
  const type = form === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const headers = { 'content-type': type };
  if (form !== 'gzip') return { bytes: text, headers };
  return { bytes: gzipSync(text), headers: { ...headers, 'content-encoding': 'gzip' } };
}

function formOf(json: string): string {
  const members: unknown = JSON.parse(json);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(Object(members) as object)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}
