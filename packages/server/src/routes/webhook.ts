import type { Attempt } from '../attempt.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import { verdictOfStatus } from '../outcome.ts';
import type { Verdict } from '../outcome.ts';
import { record } from '../payment/record.ts';
import { about, isFresh, refresh } from '../payment/reconcile.ts';
import { factKey, isSigned, readWebhook } from '../service/webhook.ts';
import type { Input, Reply } from './route.ts';

/**
 * A status change from the service: verified before it is parsed, kept before it is acknowledged,
 * applied afterwards. Without the service's key, or a status that can be read, it is a hint, and only
 * get-status turns it into a fact.
 */
export async function webhook({ asked, bytes, version }: Input, context: Context): Promise<Reply> {
  const { verifier, profile, store, now, background, log, warnings } = context;
  if (verifier && !(await isSigned(asked.headers, bytes, verifier, profile))) {
    const isNamed = profile.webhookSignatures.some(({ header }) => asked.headers.has(header));
    // Where the pinned key is the wrong one nothing else would say so.
    if (warnings.take('signature', now()) === 0) {
      log.warn('a webhook was refused', { version, signature: isNamed ? 'does not fit' : 'none' });
    }
    throw new WalletServerError('signature_invalid', 'The signature does not fit the body.');
  }
  const message = readWebhook(bytes, profile, version);
  if (!message) throw new WalletServerError('webhook_invalid', 'The body names no session.');
  const { sessionId } = message;
  const fact = verifier && message.answer;
  if (verifier && !fact) log.warn('a webhook names no status that can be read', { version });
  const says = fact && about(sessionId, (stored) => verdictOfStatus(stored, fact, profile));
  // What the attempt shows already is kept, and no reason to ask the service about it again.
  const isNews = (stored: Attempt): boolean => {
    const { change = null, alarm } = says?.(stored) ?? {};
    return !says || change !== null || alarm !== undefined;
  };
  const note = {
    // A hint carries no fact, so one row a session is enough, however many arrive.
    key: fact ? factKey(sessionId, fact) : sessionId,
    sessionId,
    version,
    status: fact ? fact.status : '',
    verified: verifier !== null,
    at: now(),
  };
  const attempt = await store.noteWebhook(note, isNews);
  if (!attempt && !verifier) {
    throw new WalletServerError('webhook_unknown', 'There is no such session.');
  }
  if (!attempt) log.warn('a webhook for an unknown session was kept', { version });
  else if (isNews(attempt)) background(apply(attempt, says, context));
  return { status: 200, body: {} };
}

/** The attempt is due already, so a crash here only leaves the work to the reconciler. */
async function apply(
  attempt: Attempt,
  says: ((attempt: Attempt) => Verdict) | null,
  context: Context,
): Promise<Attempt> {
  if (says) {
    return record(context, attempt, 'webhook', (stored) => {
      const { change, ...rest } = says(stored);
      return { ...rest, change: change && { nextCheckAt: context.now() + 1000, ...change } };
    });
  }
  // However many hints come, the service is asked once a second; the rest is the reconciler's.
  return isFresh(attempt, context) ? attempt : refresh(attempt, context);
}
