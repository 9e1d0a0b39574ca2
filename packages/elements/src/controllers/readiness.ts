import { isPrerendered, pause, PlatformPromise } from '../platform.ts';
import { loadScript } from '../providers/load-script.ts';
import type { WalletProvider } from '../providers/provider.ts';
import type { UnavailableReason } from '../readiness-events.ts';
import { withTimeout } from '../with-timeout.ts';

/** The provider's time to answer whether the payer can use the wallet, in milliseconds. */
const timeout = 10_000;
/** The shortest time before a script is requested again, and what is added at random, in milliseconds. */
const [soon, spread] = [1_000, 2_000];

type Key = symbol | undefined;

/** Answers that did not come in time, by the provider's key. */
export const lateAnswers = new Map<Key, Promise<unknown>>();
/** Open questions, by the provider's key. */
export const answers = new Map<Key, Promise<UnavailableReason | undefined>>();
/** Scripts that are requested once more, by the provider's key. */
const tries = new Map<Key, Promise<unknown>>();

/**
 * The provider's answer whether the payer can use the wallet. Buttons with the same configuration share one question. The
 * provider's script is requested in the task of the call.
 */
export async function answerOf(
  provider: WalletProvider,
  key: Key,
): Promise<UnavailableReason | undefined> {
  const answer = answers.get(key) ?? ask(provider, key).finally(() => answers.delete(key));
  answers.set(key, answer);
  return answer;
}

/** Requests a script once more that has failed, for all buttons with the same configuration: a second try brings most. */
export async function nextTry(provider: WalletProvider, key: Key): Promise<unknown> {
  const load = async () => pause(soon + Math.random() * spread).then(() => scriptOf(provider));
  const next = tries.get(key) ?? load().finally(() => tries.delete(key));
  tries.set(key, next);
  return next;
}

/** Loads the provider's script, if the wallet needs one. */
export async function scriptOf({ script }: WalletProvider): Promise<unknown> {
  return script && loadScript(script);
}

async function ask(provider: WalletProvider, key: Key): Promise<UnavailableReason | undefined> {
  // Until the payer sees a page that the browser prerenders, a provider may give no answer.
  if (isPrerendered())
    await new PlatformPromise((resolve) => {
      document.addEventListener('prerenderingchange', resolve, { once: true });
    });
  await scriptOf(provider);
  const answer = provider.unavailable();
  const reason = await withTimeout(answer, timeout, 'no-answer');
  lateAnswers.delete(key);
  if (reason === 'no-answer')
    lateAnswers.set(
      key,
      answer.catch(() => undefined),
    );
  return reason;
}
