// @ts-nocheck
import { utf8 } from '../bytes.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { Input, Reply } from './route.ts';

/** Wallet A's proof that the domain is the merchant's: as the merchant got it, without a redirect. */
export async function domainAssociation(_: Input, { walletA }: Context): Promise<Reply> {
  if (!walletA.association) {
    throw new WalletServerError('not_found', 'There is no domain-association file.');
  }
  const { content } = walletA.association;
  return Promise.resolve({
    status: 200,
    type: 'text/plain; charset=utf-8',
    body: typeof content === 'string' ? utf8(content) : content,
  });
}
