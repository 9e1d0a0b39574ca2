import { testCards } from '../cards.ts';
import type { OpenedToken } from './opened-token.ts';
import { json, members } from './strict-json.ts';
import { TokenError } from './token-error.ts';

/**
 * Reads the token of a wallet that the sandbox does not play: `{"card":"visa-approve","id":"…"}`, with the id of a test
 * card and an own id of the token. It is neither encrypted nor signed.
 *
 * @throws {TokenError} `format`
 */
export function openPlainToken(token: string): Pick<OpenedToken, 'id' | 'pan' | 'auth'> {
  const { card: cardId, id } = members(json(token, 'The token'), 'The token');
  const card = testCards.find((each) => each.id === cardId);
  if (card === undefined || typeof id !== 'string' || id === '') {
    throw new TokenError('format', 'The token names no test card, or has no id.');
  }
  return { id, pan: card.pan, auth: card.auth };
}
