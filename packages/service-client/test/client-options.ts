import { merchantKey } from '../testing/service-stub.ts';
import { pemSigner, type PayTokenInput, type ServiceClientOptions } from '../src/index.ts';
import { nodeFetch } from '../src/node/fetch.ts';

/** The options of a client whose calls are sent once. */
export const clientOptions: ServiceClientOptions = {
  baseUrl: 'https://service.example',
  merchantId: '1',
  signer: pemSigner(merchantKey),
  statusRetries: 0,
};

/** One for all tests of a file, with its connections. */
export const sharedFetch = nodeFetch();

export const payTokenInput: PayTokenInput = {
  sessionId: 's',
  wallet: 'wallet-b',
  token: 't',
  redirectUrl: 'r',
};
