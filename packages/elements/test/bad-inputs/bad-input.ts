import { assert } from '@open-wc/testing';
import type { WalletError } from '@wallet-buttons/elements';
import { buttonEvents } from '@wallet-buttons/protocol/testing/events.js';
import type { FreshPage, ReceivedEvent } from '../fresh-page.ts';
import { replace } from '../replace.ts';
import { ended, endingsOf, isEnding } from '../scene.ts';
import { tokensGiven } from '../tokens.ts';
import { settled } from '../settled.ts';

/** A test of a bad input, which besides what it says itself leaves no token where somebody can read it. */
export function badInput(name: string, run: () => Promise<void>): void {
  it(name, async () => {
    const tokens = watchTokens(window);
    try {
      await run();
      tokens.leakNowhere();
    } finally {
      tokens.restore();
    }
  });
}

/** The same in a page of its own, in which nothing may stay uncaught either. */
export function badInputOf(
  page: () => FreshPage,
  name: string,
  run: (page: FreshPage) => Promise<void>,
): void {
  it(name, async () => {
    const fresh = page();
    const tokens = watchTokens(fresh.window, fresh.kept);
    try {
      await run(fresh);
      tokens.leakNowhere();
      assert.deepEqual(fresh.uncaught, []);
    } finally {
      tokens.restore();
    }
  });
}

/** What the one event that ended a press says. A copy: no message of a test prints what an event hangs on to. */
export async function endedOnce(events: readonly ReceivedEvent[]): Promise<Ending> {
  await ended(events);
  await settled();
  const [ending, ...more] = events.filter(isEnding);
  assert.exists(ending);
  assert.deepEqual(endingsOf(more), []);
  return { ...(ending as object), type: ending.type };
}

interface Ending {
  readonly type: string;
  readonly outcome?: string;
  readonly status?: string;
  readonly phase?: string;
  readonly reason?: string;
  readonly error?: WalletError;
}

interface TokenWatch {
  leakNowhere(): void;
  restore(): void;
}

type Line = (...line: readonly unknown[]) => void;

function watchTokens(page: Window & typeof globalThis, providers?: object): TokenWatch {
  const tokens = tokensGiven(providers);
  const texts: string[] = [];
  const note = (event: Event): void => {
    texts.push(textOf(event));
  };
  for (const type of buttonEvents) page.addEventListener(type, note, true);
  const restore = ['log', 'info', 'warn', 'error', 'debug'].map((name) =>
    replace<Line>(page.console, name, (say) => (...line) => {
      texts.push(...line.map(textOf));
      say(...line);
    }),
  );
  return {
    leakNowhere() {
      const { document, location, localStorage, sessionStorage } = page;
      const urls = page.performance.getEntriesByType('resource').map(({ name }) => name);
      const everywhere = [
        ...texts,
        ...urls,
        location.href,
        document.cookie,
        JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
        document.documentElement.outerHTML,
        ...[...document.querySelectorAll('*')].map(({ shadowRoot }) => shadowRoot?.innerHTML ?? ''),
      ];
      for (const token of tokens.given) {
        const secret = (typeof token === 'string' ? token : JSON.stringify(token)).slice(30, 60);
        for (const place of everywhere) assert.notInclude(place, secret);
      }
    },
    restore() {
      tokens.restore();
      for (const type of buttonEvents) page.removeEventListener(type, note, true);
      for (const each of restore) each();
    },
  };
}

/** All that is in a value, and in the error it may have: the message, what stands behind it, where from. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.getOwnPropertyNames(value).map((name): unknown =>
    Reflect.get(value, name),
  );
  return members.map((member) => (member === value ? '' : textOf(member))).join();
}
