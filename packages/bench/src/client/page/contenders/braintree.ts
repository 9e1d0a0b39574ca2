import { create, type Client } from 'braintree-web/client';

/** The one object that both wallets of the kit start from; it asks the kit's own gateway. */
export function createClient(): Promise<Client> {
  const configUrl =
    'https://api.sandbox.braintreegateway.com:443/merchants/bench/client_api/v1/configuration';
  const token = { environment: 'sandbox', authorizationFingerprint: 'bench', configUrl };
  return create({ authorization: btoa(JSON.stringify(token)) });
}
