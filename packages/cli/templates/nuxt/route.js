import { wallet } from '../../utils/wallet';

export default defineEventHandler((event) =>
  wallet.handle(toWebRequest(event), { original: event }),
);
