// @ts-nocheck
import { utf8 } from './bytes.ts';
import { pemSigner } from './service/signature.ts';

export { storeContract } from './store/contract.ts';
export type { StoreCase } from './store/contract.ts';

/** The signature header's value for a webhook of your own tests, made with a test key of yours. */
export async function signTestWebhook(privateKeyPem: string, body: string): Promise<string> {
  return pemSigner(privateKeyPem).sign(utf8(body));
}
