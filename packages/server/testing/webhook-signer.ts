import { pemSigner } from '@wallet-buttons/server';

/** The signature header's value for a webhook of your own tests, made with a test key of yours. */
export async function signTestWebhook(privateKeyPem: string, body: string): Promise<string> {
  return pemSigner(privateKeyPem).sign(new TextEncoder().encode(body));
}
