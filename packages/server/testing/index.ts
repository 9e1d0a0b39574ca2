export { storeContract } from './store-contract.ts';
export { type MakeStore, type StoreCase } from './store/scene.ts';
export { signTestWebhook } from './webhook-signer.ts';
