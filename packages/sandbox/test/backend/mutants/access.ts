import { type Received, ShopBackend } from '../shop-backend.ts';
import type { Mutant } from './mutant.ts';

/** Each endpoint needs the payer. */
export const accessMutants: readonly Mutant[] = [
  'status',
  'pay-token',
  'prepare',
  'validate-merchant',
].map((endpoint) => ({
  check: `access.${endpoint}`,
  mistake: `/${endpoint} answers anybody`,
  Backend: class extends ShopBackend {
    override isPayer(request: Received): boolean {
      return request.path === `/${endpoint}` || super.isPayer(request);
    }
  },
}));
