import {
  pemSigner,
  pemVerifier,
  rotatingSigner,
  rotatingVerifier,
  type Signer,
  type Verifier,
} from '@wallet-buttons/server';
import type { Settings } from './configuration/settings.ts';

type Keys = Pick<Settings, 'key' | 'nextKey' | 'webhookKey' | 'secrets' | 'service'>;

/** The keys and secrets of the settings, which can be replaced while they are in use. */
export class KeyRing {
  readonly #signers: Parameters<typeof rotatingSigner>[0][number][] = [];
  readonly #verifiers: { readonly verifier: Verifier }[] = [];
  readonly secrets: string[] = [];
  readonly signer: Signer;
  readonly verifier: Verifier;

  /** @throws {CodedError} `key_invalid` */
  constructor(keys: Keys) {
    this.replace(keys);
    this.signer = rotatingSigner(this.#signers);
    this.verifier = rotatingVerifier(this.#verifiers);
  }

  /** Takes other keys, or none of them. @throws {CodedError} `key_invalid` */
  replace({ key, nextKey, webhookKey, secrets, service }: Keys): void {
    const signer = pemSigner(key);
    const change = new Date(service.nextKeyFrom ?? 0);
    const signers =
      nextKey === null
        ? [{ signer }]
        : [
            { signer, until: change },
            { signer: pemSigner(nextKey), from: change },
          ];
    const verifiers = keysIn(webhookKey ?? '').map((pem) => ({ verifier: pemVerifier(pem) }));
    this.#signers.splice(0, Infinity, ...signers);
    this.#verifiers.splice(0, Infinity, ...verifiers);
    this.secrets.splice(0, Infinity, ...secrets);
  }
}

/** The keys of a file: while the service changes its key, there are two. */
function keysIn(text: string): readonly string[] {
  const keys = text.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
  return keys.length > 1 ? keys : [text].filter((each) => each !== '');
}
