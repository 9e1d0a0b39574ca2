/**
 * The wire profile: the JSON that the merchant's server reads too. The file is all that is shared with
 * it; what is done with it here is written apart.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OperationName } from '../operations/names.ts';
import type { WebhookVersion } from '../webhook/versions.ts';
import { isContainer } from './place.ts';
import type { SignatureScheme } from './signature-scheme.ts';

/** Value name to the places that may hold it; the first one is written. */
export type Places = Readonly<Record<string, readonly string[]>>;

/** How one operation is written. */
export interface OperationProfile {
  readonly method: 'POST' | 'GET';
  readonly path: string | null;
  readonly group: 'acquiring' | 'checkout' | 'comfort';
  readonly encoding: 'json' | 'form';
  readonly fields: Readonly<Record<string, string | null>>;
  readonly headers: { readonly merchantId: string | null };
  readonly constants: Readonly<Record<string, unknown>>;
  readonly answer: Places;
  /** Of void, refund, complete-hold and expire: `false` answers with the body of get-status, anything else with `null`. */
  readonly emptyAnswer?: boolean;
  /** Of get-status: an item of its list of payments. */
  readonly payment?: Places;
  /** Of validate-merchant. */
  readonly merchantSession?: {
    readonly path: string | null;
    readonly as: 'json' | 'json-string' | 'base64-json';
  };
}

/** The places of the values in a webhook. */
export type WebhookPlaces = Readonly<
  Record<string, readonly string[] | Readonly<Record<string, readonly string[]>>>
> & { readonly payment: Places };

/** How the token of a wallet is written. */
export interface WalletProfile {
  readonly name: string;
  readonly place: string;
  readonly token: 'string' | 'object' | 'base64';
}

/** The field of a wallet's token in a body of pay-token. */
export function tokenField(wallet: string): string {
  return `token ${wallet}`;
}

/** The whole profile. */
export interface WireProfile {
  /** `refund` is a void by the profile's name for it. */
  readonly operations: Readonly<Record<OperationName | 'refund', OperationProfile>>;
  readonly forms: {
    readonly merchantId: 'string' | 'number';
    readonly amount: 'major-number' | 'major-string' | 'minor-integer';
    readonly answeredAmount: 'major' | 'minor';
  };
  readonly currencies: readonly string[];
  /** By the tags' names for them. */
  readonly wallets: Readonly<Record<string, WalletProfile>>;
  readonly signing: SignatureScheme & { readonly get: 'empty' | 'query' | 'path' };
  readonly errors: {
    readonly code: readonly string[];
    readonly type: readonly string[];
    readonly requestId: readonly string[];
    readonly requestIdHeader: string | null;
    readonly fields: readonly string[];
    readonly fieldPath: readonly string[];
    readonly success: readonly string[];
    readonly inProgress: readonly string[];
  };
  /** The meaning of each status. */
  readonly statuses: Readonly<Record<string, string>>;
  readonly webhook: {
    readonly signatures: readonly SignatureScheme[];
    readonly message: WebhookPlaces;
    /** Where the webhooks of a version differ. */
    readonly versions: Readonly<Record<WebhookVersion, Partial<WebhookPlaces>>>;
    readonly answer: { readonly status: number; readonly body: string };
  };
  /** In seconds. */
  readonly lifetimes: { readonly session: number };
}

/** Where the document shows no path, the sandbox still has to listen somewhere. */
const assumedPaths = {
  operations: {
    exportOperations: { path: '/v1/export-operations' },
    initSecureDelivery: { path: '/v1/secure-delivery/init' },
  },
};

/** The profile of the service’s document, completed by observations and, without them, by assumptions. */
export const defaultProfile: WireProfile = complete(readShared('profile.json'));

/**
 * A profile from the same JSON that the server reads: a whole one, or its differences from the default.
 *
 * @throws TypeError naming the entry that is wrong
 */
export function readProfile(overrides?: unknown): WireProfile {
  if (overrides === undefined) return defaultProfile;
  validate ??= new Ajv2020({ strict: false }).compile(Object(readShared('profile.schema.json')));
  if (!validate(overrides)) throw wrongEntry(validate.errors?.[0]);
  return complete(merge(readShared('profile.json'), overrides));
}

/** The places of the values in the webhooks of a version. */
export function webhookPlaces({ webhook }: WireProfile, version: WebhookVersion): WebhookPlaces {
  return merge(webhook.message, webhook.versions[version]) as WebhookPlaces;
}

/** Compiling it is slow, and most sandboxes have the default profile. */
let validate: ValidateFunction | undefined;

/** The file, or parts of it over the file, each held to the schema: it has the shape. */
function complete(profile: unknown): WireProfile {
  return merge(assumedPaths, profile, (patch) => patch === null) as WireProfile;
}

function wrongEntry(error: ErrorObject | undefined): TypeError {
  const { additionalProperty } = (error?.params ?? {}) as { additionalProperty?: string };
  const steps = [...(error?.instancePath ?? '').split('/').slice(1), additionalProperty];
  const place = steps.filter((step) => step !== undefined).join('.');
  const says = additionalProperty === undefined ? error?.message : 'is not an entry';
  return new TypeError(`The profile is wrong: ${place || 'it'} ${says ?? 'is wrong'}.`);
}

function readShared(name: string): unknown {
  return JSON.parse(
    readFileSync(new URL(import.meta.resolve(`@wallet-buttons/protocol/${name}`)), 'utf8'),
  );
}

/** Objects are merged, every other value is replaced. @param keeps whether the base's value stays */
function merge(base: unknown, patch: unknown, keeps = (_: unknown): boolean => false): unknown {
  if (patch === undefined || (keeps(patch) && base !== undefined)) return base;
  if (!isContainer(base) || !isContainer(patch) || Array.isArray(base) || Array.isArray(patch)) {
    return patch;
  }
  const names = new Set([...Object.keys(base), ...Object.keys(patch)]);
  return Object.fromEntries(
    [...names].map((name) => [name, merge(base[name], patch[name], keeps)]),
  );
}
