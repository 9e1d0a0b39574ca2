import { PlatformPromise } from '../platform.ts';
import type { WalletProvider } from '../providers/provider.ts';
import type { UnavailableReason } from '../readiness-events.ts';
import { withTimeout } from '../with-timeout.ts';

/** The provider's time to answer whether the payer can use the wallet, in milliseconds. */
const timeout = 10_000;

/** Answers that did not come in time, by the provider's key. */
export const lateAnswers = new Map<unknown, Promise<unknown>>();

/** Open questions. Buttons with the same configuration share one. */
export const asking = new Map<unknown, Promise<UnavailableReason | undefined>>();

/** The provider's answer whether the payer can use the wallet. Its script is requested in the task of the call. */
export async function answerOf(provider: WalletProvider): Promise<UnavailableReason | undefined> {
  if ('prerendering' in document && document.prerendering) await activation();
  await provider.load();
  const answer = provider.unavailable();
  const reason = await withTimeout(answer, timeout, 'no-answer');
  lateAnswers.delete(provider.key);
  if (reason === 'no-answer')
    lateAnswers.set(
      provider.key,
      answer.catch(() => undefined),
    );
  return reason;
}

/** Until the payer sees a page that the browser prerenders, a provider may give no answer. */
async function activation(): Promise<void> {
  await new PlatformPromise((resolve) => {
    document.addEventListener('prerenderingchange', resolve, { once: true });
  });
}
