import { readPayTokenRequest } from '@wallet-buttons/protocol';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import { pay } from '../payment/pay.ts';
import { sha256 } from '../service/signature.ts';
import type { Input, Reply } from './route.ts';

/**
 * Pays with a wallet's token. A problem as answer means that this request sent nothing; from the
 * first byte on the answer is an outcome, and `unknown` is one of them.
 */
export async function payToken(
  { asked, original, bytes, json }: Input,
  context: Context,
): Promise<Reply> {
  const idempotencyKey = asked.headers.get('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new WalletServerError(
      'invalid_idempotency_key',
      'The Idempotency-Key is missing or unfit.',
    );
  }
  const input = readPayTokenRequest(json());
  const requestHash = await sha256(bytes);
  const answer = await pay({ ...input, idempotencyKey, requestHash, original }, context);
  const waits = answer.outcome === 'unknown' || answer.outcome === 'pending';
  return { status: waits && answer.acs_url === undefined ? 202 : 200, body: answer };
}
