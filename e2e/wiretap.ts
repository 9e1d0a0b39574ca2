import type { Page } from '@playwright/test';
// eslint-disable-next-line no-restricted-imports -- Playwright sets no condition, by which the package has these
import { buttonEvents, pressEndings } from '../packages/protocol/testing/events.ts';

/** The events that end a press. */
const endings: ReadonlySet<string> = new Set(pressEndings);

/** An event of one of the tags, as the page received it. */
export interface HeardEvent {
  readonly type: string;
  /** The tag's name. */
  readonly tag: string;
  readonly outcome?: string;
  /** A result that a tag asked for later: it ends no press. */
  readonly asked?: boolean;
  readonly phase?: string;
  readonly code?: string;
}

/** The events and calls of a page, kept outside of it, because a redirect would remove them. */
export class Wiretap {
  readonly events: HeardEvent[] = [];
  /** Each wallet token that the page handed to the backend. */
  readonly tokens: string[] = [];
  /** Errors on the console, uncaught ones included. */
  readonly errors: string[] = [];
  /** Each address that the page asked for. */
  readonly urls: string[] = [];
  /** The number of presses whose document ended before they did. */
  lost = 0;

  get presses(): number {
    return this.events.filter(({ type }) => type === 'wallet-click').length;
  }

  /** The events that end a press, oldest first, without those of a question or of a refusal before the press. */
  get endings(): readonly HeardEvent[] {
    return this.events.filter(
      ({ type, tag, asked, code }) =>
        tag.endsWith('-button') && endings.has(type) && !asked && code !== 'busy',
    );
  }

  /** Listens to every document of the page; call it before the first. */
  async attach(page: Page): Promise<void> {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    const end = (): void => {
      this.lost = Math.max(this.lost, this.presses - this.endings.length);
    };
    page.on('framenavigated', end);
    page.on('close', end);
    page.on('request', (request) => this.urls.push(request.url()));
    page.on('pageerror', (error) => this.errors.push(String(error)));
    await page.exposeFunction('heardEvent', (event: HeardEvent) => this.events.push(event));
    await page.exposeFunction('sentToken', (token: string) => this.tokens.push(token));
    await page.addInitScript(listen, [...buttonEvents]);
  }
}

/** The parts of a wallet's token that no place may have. */
export function secretsOf(token: string): readonly string[] {
  return token.match(/[A-Za-z0-9+/]{60,}/g) ?? [];
}

interface Ears {
  heardEvent(event: HeardEvent): unknown;
  sentToken(token: string): unknown;
}

/** Runs in the page. */
function listen(types: readonly string[]): void {
  const ears = window as unknown as Ears;
  for (const type of types) {
    addEventListener(type, (event) => {
      const { outcome, asked, phase, error } = event as {
        outcome?: string;
        asked?: boolean;
        phase?: string;
        error?: Error;
      };
      const tag = (event.target as Element).localName;
      const code = (error as { code?: string } | undefined)?.code;
      void ears.heardEvent({
        type,
        tag,
        ...(outcome && { outcome }),
        ...(asked && { asked }),
        ...(phase && { phase }),
        ...(code && { code }),
      });
    });
  }
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    if (input === '/wallet/pay-token' && typeof init?.body === 'string') {
      void ears.sentToken((JSON.parse(init.body) as { token: string }).token);
    }
    return fetch(input, init);
  };
}
