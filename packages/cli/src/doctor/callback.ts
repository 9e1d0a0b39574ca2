import { randomBytes } from 'node:crypto';
import { caOf, profileOf, urlOf } from '../given.ts';
import { outcomeOf } from '../webhook/answer.ts';
import { type Finding, findingOf, type Setup, skipped } from './finding.ts';
import { isPrivate, type Look, look } from './look.ts';
import { doorsIn } from './page-open.ts';
import { addressProblems, judged, noAnswer, type Problem, statusProblem } from './problem.ts';

/** The URLs to which the payment service and the payer return. */
export async function checkCallback(setup: Setup): Promise<Finding[]> {
  const ca = await caOf(setup.ca);
  return [...(await webhook(setup, ca)), await returnPage(setup, ca)];
}

/** A webhook with a random signature. A backend that accepts it would accept a forged "paid". */
async function webhook(setup: Setup, ca: Buffer | undefined): Promise<Finding[]> {
  const { callback } = setup;
  if (callback === undefined)
    return skipped(['hook.reach', 'hook.refuse'], 'Name the callback URL with --callback.');
  const url = urlOf(callback);
  const { webhook: webhookProfile } = await profileOf(setup.profile);
  const header = webhookProfile.signatures[0]?.header ?? '';
  const answer = await look(url, {
    ca,
    method: 'POST',
    headers: { 'content-type': 'application/json', [header]: randomBytes(256).toString('base64') },
    body: JSON.stringify({ id: 'doctor', status: 'paid' }),
  });
  if (typeof answer === 'string') {
    return [
      judged('hook.reach', [noAnswer(answer)], ''),
      ...skipped(['hook.refuse'], 'No answer.'),
    ];
  }
  return [reached(answer, url, setup), refused(answer, setup)];
}

function reached(answer: Look, url: URL, { local = false }: Setup): Finding {
  const address = addressProblems(answer, {
    isSecure: url.protocol === 'https:' || local,
    isPublic: !isPrivate(url) || local,
  });
  const outcome = outcomeOf(answer);
  if (outcome === 'unclear' && address.length === 0)
    return findingOf('hook.reach', 'warn', unclear);
  const status = `HTTP ${String(answer.status)}`;
  const problems = [...address];
  if (outcome === 'other') problems.push(statusProblem(answer));
  if (outcome === 'foreign') {
    const observation = `${status} to a POST, but not from the server: ${foreign(answer)}`;
    problems.push({ seen: observation, fix: letThrough });
  }
  return judged('hook.reach', problems, `${status}.`);
}

const unclear =
  'HTTP 401 without the code signature_invalid: a login or a gateway may have answered. A backend of your own names the code in a problem document.';
const letThrough =
  'Pass /wallet/webhook/ on to the server as it comes: without a login, a bot check, or a page of the shop.';

function foreign({ headers }: Look): string {
  return 'www-authenticate' in headers ? 'a login is asked for' : 'a page came, as of a login';
}

function refused(answer: Look, { confirmWebhooks = false }: Setup): Finding {
  const outcome = outcomeOf(answer);
  const observation = `A webhook with a random signature was answered with ${String(answer.status)}.`;
  if (outcome === 'refused' || outcome === 'unlisted')
    return findingOf('hook.refuse', 'pass', observation);
  if (outcome === 'unclear') return findingOf('hook.refuse', 'warn', unclear);
  if (outcome === 'unknown' || outcome === 'accepted')
    return findingOf('hook.refuse', confirmWebhooks ? 'pass' : 'fail', observation);
  return findingOf('hook.refuse', 'skip', 'The endpoint was not reached.');
}

async function returnPage(setup: Setup, ca: Buffer | undefined): Promise<Finding> {
  if (setup.return === undefined)
    return findingOf('ret.url', 'skip', 'Name the redirect URL with --return.');
  const url = urlOf(setup.return);
  const answer = await look(url, { ca });
  if (typeof answer === 'string') return judged('ret.url', [noAnswer(answer)], '');
  const { status } = answer;
  const address = addressProblems(answer, {
    isSecure: url.protocol === 'https:' || setup.local === true,
    isPublic: true,
  });
  const good = `${url.protocol}//, HTTP ${String(status)}.`;
  if (status >= 400) return judged('ret.url', [...address, statusProblem(answer)], good);
  if (address.length > 0) return judged('ret.url', address, good);
  return judged('ret.url', doubtsAbout(answer), good, 'warn');
}

/** A return page that asks for a login answers with a redirect to it, or shows it in its own place. */
function doubtsAbout(answer: Look): readonly Problem[] {
  const fix =
    'Let the page through, without a login or another page before it: the payer may come back in another browser, without a cookie.';
  const { status, body } = answer;
  if (status >= 300) return [{ seen: statusProblem(answer).seen, fix }];
  const html = body.toString('utf8').replaceAll(/<!--[^]*?-->/g, '');
  const hasPassword = /<input\b[^>]*type\s*=\s*["']?password/i.test(html);
  if (hasPassword) return [{ seen: 'the page asks for a password', fix }];
  return doorsIn(answer, html).map(({ seen }) => ({ seen, fix }));
}
