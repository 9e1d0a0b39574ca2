import type { Problem } from './problem.ts';

/** What a button says of itself. */
export interface TagState {
  readonly name: string;
  /** From a browser: the tag's own state; `''` without one. */
  readonly state: string;
  /** Why the tag is unavailable. */
  readonly reason: string;
}

/** Where {@link reasonsScript} keeps the reasons. */
const place = "Symbol.for('wallet-buttons.doctor')";

/** Runs in the page before its own scripts, and keeps the last reason that each tag gives in an event. */
export const reasonsScript = `{
  const reasons = new WeakMap();
  Object.defineProperty(window, ${place}, { value: reasons });
  const keep = (event) => {
    const [tag] = event.composedPath();
    if (tag instanceof Element) reasons.set(tag, event.error?.code || event.reason || '');
  };
  for (const type of ['wallet-unavailable', 'wallet-error']) addEventListener(type, keep, true);
}`;

/** The reason of a tag, in the page: an expression of JavaScript over the variable `tag`. */
export const reasonExpression = `window[${place}]?.get(tag) ?? ''`;

/** What is wrong with the states of the buttons, as the tags name it; `notes` are of this browser alone. */
export function stateProblems(tags: readonly TagState[]): {
  readonly problems: readonly Problem[];
  readonly notes: readonly string[];
} {
  const waiting = tags.filter(({ state }) => state === 'loading');
  const unavailable = tags.filter(({ state }) => state === 'unavailable');
  const faults = unavailable.filter(({ reason }) => !ofThisBrowser.includes(reason));
  const others = unavailable.filter(({ reason }) => ofThisBrowser.includes(reason));
  return {
    problems: [
      ...waiting.map(({ name }) => ({ seen: `${name} still loads`, fix: unblock })),
      ...faults.map(({ name, reason }) => ({
        seen: `${name} is unavailable (${reason === '' ? 'no reason' : reason})`,
        fix:
          remedies[reason] ?? 'Look into the console of the page: the tag says there what to do.',
      })),
    ],
    notes: others.map(({ name, reason }) => `${name} is unavailable in this browser (${reason})`),
  };
}

/** Reasons that the browser of the doctor has, and a payer may not have. */
const ofThisBrowser: readonly string[] = ['unsupported', 'no-card', 'payer-account'];

const unblock =
  "Let the provider's script and its frames load; look whether something blocks it: a cookie banner, the policy, the network.";

/** By the reasons and codes of the tags. */
const remedies: Readonly<Record<string, string>> = {
  'script-load': unblock,
  'no-answer': `Allow the provider's frames in frame-src. ${unblock}`,
  'insecure-context': 'Serve the page, and each page around it, by https.',
  'frame-permission': 'Give the frame around the page allow="payment".',
  disallowed: 'Allow payment in the Permissions-Policy of the page.',
  config: 'Correct the setting of the tag; the console of the page names it.',
  provider: 'Look into the console of the page: the provider says there what it refuses.',
  'merchant-account': "Check the merchant's id and its account at the provider.",
};
