import { randomBytes } from 'node:crypto';
import { caOf, profileOf, urlOf } from '../given.ts';
import { codeIn } from '../webhook/answer.ts';
import { expect, type Finding, found, type Setup, skipped } from './finding.ts';
import { isPrivate, look, untrusted } from './look.ts';

/** The URLs to which the payment service and the payer return. */
export async function checkCallback(setup: Setup): Promise<Finding[]> {
  const ca = await caOf(setup.ca);
  return [...(await webhook(setup, ca)), await returnPage(setup, ca)];
}

/** A webhook with a random signature. A backend that accepts it would accept a forged "paid". */
async function webhook(setup: Setup, ca: Buffer | undefined): Promise<Finding[]> {
  const { callback, local = false, confirmWebhooks = false } = setup;
  if (callback === undefined)
    return skipped(['hook.reach', 'hook.refuse'], 'Name the callback URL with --callback.');
  const url = urlOf(callback);
  const { webhook: expected } = await profileOf(setup.profile);
  const header = expected.signatures[0]?.header ?? '';
  const answer = await look(url, {
    ca,
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: randomBytes(256).toString('base64') },
    body: JSON.stringify({ id: 'doctor', status: 'paid' }),
  });
  if (typeof answer === 'string') {
    return [
      found('hook.reach', 'fail', `No answer (${answer}).`),
      ...skipped(['hook.refuse'], 'No answer.'),
    ];
  }
  const { status, headers, tls, body } = answer;
  const code = codeIn(body);
  // The server never asks for a login, but a proxy in front of it may.
  const asksLogin = 'www-authenticate' in headers;
  // A server may accept webhooks only from the service's addresses.
  const isRefused = (status === 401 && !asksLogin) || code === 'address_not_allowed';
  // A server that confirms webhooks does not know the session of this one.
  const isHint = code === 'webhook_unknown';
  const isTaken = isHint || (status >= 200 && status < 300);
  const problems = [
    ...(isPrivate(url) && !local ? ['the address is private (--local allows it)'] : []),
    ...(url.protocol !== 'https:' && !local ? ['it is not https'] : []),
    ...(tls && tls.refusal !== null ? [`the certificate is not trusted (${tls.refusal})`] : []),
    ...(isRefused || isTaken
      ? []
      : [`HTTP ${String(status)} to a POST${asksLogin ? ', and a login is asked for' : ''}`]),
  ];
  const seen = problems.length === 0 ? `HTTP ${String(status)}.` : `${problems.join('; ')}.`;
  return [
    expect('hook.reach', problems.length === 0, seen),
    isRefused || isTaken
      ? expect(
          'hook.refuse',
          isRefused || confirmWebhooks,
          `A webhook with a random signature was answered with ${String(status)}.`,
        )
      : found('hook.refuse', 'skip', 'The endpoint was not reached.'),
  ];
}

async function returnPage(setup: Setup, ca: Buffer | undefined): Promise<Finding> {
  if (setup.return === undefined)
    return found('ret.url', 'skip', 'Name the redirect URL with --return.');
  const url = urlOf(setup.return);
  const answer = await look(url, { ca });
  if (typeof answer === 'string') return found('ret.url', 'fail', `No answer (${answer}).`);
  const refusal = answer.tls?.refusal ?? null;
  const isSecure = refusal === null && (url.protocol === 'https:' || setup.local === true);
  const seen = `${url.protocol}//, HTTP ${String(answer.status)}${untrusted(refusal)}.`;
  return expect('ret.url', isSecure && answer.status < 400, seen);
}
