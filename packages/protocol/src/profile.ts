import type { Partly, WireProfile } from './wire-profile.ts';

export type { WireProfile } from './wire-profile.ts';

/** The operations of the service. */
export type OperationName = keyof WireProfile['operations'];

/** The call of any operation, and the places of the values in its answer. */
export interface OperationProfile extends Pick<
  WireProfile['operations']['expire'],
  'method' | 'path' | 'group' | 'encoding' | 'accept' | 'headers' | 'constants'
> {
  /** The place of each field in the body; `null`: it is not sent. */
  readonly fields: Readonly<Record<string, string | null>>;
  readonly answer: Readonly<Record<string, Places>>;
}

/** The places of a value in an answer, with dots and indices (`payments[0].status`). The first one with a value counts. */
export type Places = readonly string[];

/** The meaning of a provider status. `untouched`: the session exists, and no payment was tried in it. */
export type Meaning = WireProfile['statuses'][string];

/** `configured` entries are overridden by the merchant. */
export type Basis = WireProfile['basis'][string];

/** The form of a signature, and of its header's value (RFC 8017 8.1, 8.2). */
export type SignatureScheme = Omit<WireProfile['webhook']['signatures'][number], 'header'>;

/** The formats of a webhook. */
export type WebhookVersion = keyof WireProfile['webhook']['versions'];

/** The places of each value in a webhook. */
export type WebhookProfile = WireProfile['webhook']['message'];

/** A part of a profile: objects are merged, all other values are replaced. */
export type ProfileOverrides = Partly<Omit<WireProfile, 'basis'>>;
