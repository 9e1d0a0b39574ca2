/** A client that reads the wire profile by itself, so that the sandbox’s reading of it is checked against another. */
import { constants, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { OperationName, Sandbox } from '../src/index.ts';
import { keys } from './merchant.ts';

type Json = Readonly<Record<string, unknown>>;
type Places = Readonly<Record<string, readonly string[]>>;

interface Operation {
  readonly method: string;
  readonly path: string | null;
  readonly encoding: string;
  readonly fields: Readonly<Record<string, string | null>>;
  readonly headers: { readonly merchantId: string | null };
  readonly answer: Places;
  readonly payment?: Places;
  readonly merchantSession?: { readonly path: string | null; readonly as: string };
}

interface Scheme {
  readonly header: string;
  readonly hash: string;
  readonly padding: string;
  readonly encoding: BufferEncoding;
}

interface Profile {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly forms: { readonly amount: string };
  readonly wallets: Readonly<
    Record<string, { readonly name: string; readonly place: string; readonly token: string }>
  >;
  readonly signing: Scheme & { readonly get: string };
  readonly webhook: {
    readonly signatures: readonly [Scheme];
    readonly message: Places;
    readonly versions: Readonly<Record<string, Places>>;
  };
}

/** One answer. */
export interface ProfileAnswer {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  readonly body: unknown;
  /** The value at the profile’s first place for it. */
  read(name: string): unknown;
}

/** Calls a sandbox as a profile says. */
export class ProfileClient {
  readonly profile: Profile;
  readonly #sandbox: Sandbox;

  constructor(sandbox: Sandbox, overrides: object) {
    const file = new URL(import.meta.resolve('@wallet-buttons/protocol/profile.json'));
    this.profile = merge(JSON.parse(readFileSync(file, 'utf8')), overrides) as Profile;
    this.#sandbox = sandbox;
  }

  /** @param fields by the profile’s names; amounts as decimal strings @param extra as they are */
  async call(
    name: OperationName | 'refund',
    fields: Json = {},
    extra: Json | readonly unknown[] = {},
  ): Promise<ProfileAnswer> {
    const operation = this.#operation(name);
    const body = Array.isArray(extra) ? extra : this.#body(operation, fields, extra as Json);
    const isGet = operation.method === 'GET';
    const isForm = isGet || operation.encoding === 'form';
    const text = isForm ? formOf(body as Json) : JSON.stringify(body);
    const query = isGet && text !== '' ? `?${text}` : '';
    const { merchantId: header } = operation.headers;
    const { header: signature, get } = this.profile.signing;
    const ofGet = { empty: '', query: text, path: operation.path + query }[get] ?? '';
    const type = isForm ? 'x-www-form-urlencoded' : 'json';
    const response = await fetch(this.#sandbox.url + operation.path + query, {
      method: operation.method,
      headers: {
        ...(!isGet && { 'content-type': `application/${type}` }),
        ...(header !== null && { [header]: 'm-1' }),
        [signature]: signatureOf(isGet ? ofGet : text, this.profile.signing),
      },
      body: isGet ? null : text,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer = parse(bytes);
    return {
      status: response.status,
      type: response.headers.get('content-type') ?? '',
      bytes,
      body: answer,
      read: (field) => at(answer, operation.answer[field]?.[0] ?? field),
    };
  }

  /** The token as the profile wants it written. */
  token(wallet: 'wallet-a' | 'wallet-b', text: string): unknown {
    const form = this.profile.wallets[wallet]?.token;
    if (form === 'object') return JSON.parse(text);
    return form === 'base64' ? Buffer.from(text).toString('base64') : text;
  }

  /** Whether the sandbox signed these bytes as the profile says. */
  isSigned(raw: Buffer, header: (name: string) => string): boolean {
    const [scheme] = this.profile.webhook.signatures;
    const signature = Buffer.from(header(scheme.header), scheme.encoding);
    const key = { key: this.#sandbox.webhookPublicKey, ...paddingOf(scheme) };
    return verify(hashOf(scheme), raw, key, signature);
  }

  #operation(name: string): Operation & { readonly path: string } {
    const operation = this.profile.operations[name];
    if (operation === undefined) throw new Error(`no operation ${name}`);
    const defaultPaths: Readonly<Record<string, string>> = {
      exportOperations: '/v1/export-operations',
      initSecureDelivery: '/v1/secure-delivery/init',
    };
    // A profile without a path leaves it to the sandbox.
    const path = operation.path ?? defaultPaths[name] ?? '';
    return { ...operation, path };
  }

  #body({ fields: names }: Operation, fields: Json, extra: Json): Json {
    const body: Record<string, unknown> = structuredClone(extra);
    const all: Json = { merchantId: 'm-1', ...fields };
    for (const [name, value] of Object.entries(all)) {
      // `token wallet-a`: the token of a wallet has the place of its wallet.
      const [, wallet = ''] = /^token (.*)/.exec(name) ?? [];
      const place = this.profile.wallets[wallet]?.place ?? names[name];
      if (place == null || value === undefined) continue;
      const isAmount = name === 'amount' && typeof value === 'string';
      put(body, place, isAmount ? this.#amount(value) : value);
    }
    return body;
  }

  #amount(text: string): unknown {
    const { amount: form } = this.profile.forms;
    if (form === 'minor-integer') return Number(text.replace('.', ''));
    return form === 'major-string' ? text : Number(text);
  }
}

function signatureOf(text: string, scheme: Scheme): string {
  const key = { key: keys.privateKey, ...paddingOf(scheme) };
  return sign(hashOf(scheme), Buffer.from(text), key).toString(scheme.encoding);
}

function hashOf({ hash }: Scheme): string {
  return hash.replace('-', '').toLowerCase();
}

function paddingOf({ padding }: Scheme): { padding: number; saltLength?: number } {
  if (padding !== 'PSS') return { padding: constants.RSA_PKCS1_PADDING };
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST;
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength };
}

function formOf(body: Json): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) {
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form.toString();
}

function merge(base: unknown, change: unknown): unknown {
  const areObjects = [base, change].every(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  );
  if (!areObjects) return change === undefined ? base : change;
  const [baseFields, changedFields] = [base as Json, change as Json];
  const names = [...Object.keys(baseFields), ...Object.keys(changedFields)];
  return Object.fromEntries(
    names.map((name) => [name, merge(baseFields[name], changedFields[name])]),
  );
}

function put(body: Record<string, unknown>, place: string, value: unknown): void {
  const [first = '', second, third] = place.split(/[.[\]]+/);
  if (second === undefined) body[first] = value;
  else if (third === undefined) body[first] = { ...(body[first] as object), [second]: value };
  else {
    const [item = {}] = (body[first] as object[] | undefined) ?? [];
    body[first] = [{ ...item, [third]: value }];
  }
}

/** The value at a place. */
export function at(body: unknown, place: string): unknown {
  return place
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .reduce<unknown>((value, step) => (value as Json | undefined)?.[step], body);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}
