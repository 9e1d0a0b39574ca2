import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Answer } from './running.ts';

interface Described {
  readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
}

const file = new URL('../openapi.yaml', import.meta.url);

/** The contract of the private API. */
export const contract = parse(readFileSync(file, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly responses: object };
};
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
ajv.addSchema(contract, 'openapi.yaml');

/** Asserts that an answer is as the contract describes it for this operation. */
export function agrees(path: string, method: string, { status, headers, body }: Answer): void {
  const pointer = `/paths/${path.replaceAll('/', '~1')}/${method}/responses/${String(status)}`;
  const response = contract.paths[path]?.[method]?.responses[String(status)];
  assert.ok(response, `${method} ${path} has no ${String(status)}.`);
  const place = response.$ref?.slice(1) ?? pointer;
  const type = headers.get('content-type') ?? '';
  const name = encodeURIComponent(type.replace('/', '~1'));
  const validate = ajv.getSchema(`openapi.yaml#${place}/content/${name}/schema`);
  assert.ok(validate, `${place} has no ${type}.`);
  assert.ok(validate(body), `${JSON.stringify(validate.errors)} ${JSON.stringify(body)}`);
}
