import type { Page } from '@playwright/test';
import { Wiretap, endings } from '../wiretap.ts';

/** A page of the payer, with everything that it said. */
export class Tab {
  readonly page: Page;
  readonly wiretap = new Wiretap();
  readonly urls: string[] = [];
  /** Presses whose document ended before they did. */
  lost = 0;

  constructor(page: Page) {
    this.page = page;
    const end = (): void => {
      this.lost = Math.max(this.lost, this.presses - this.endings);
    };
    page.on('framenavigated', end);
    page.on('close', end);
    page.on('request', (request) => this.urls.push(request.url()));
  }

  get presses(): number {
    return this.wiretap.events.filter(({ type }) => type === 'wallet-click').length;
  }

  /** The events that end a press, without those of a question or of a refusal before the press. */
  get endings(): number {
    return this.wiretap.events.filter(
      ({ type, tag, asked, code }) =>
        tag.endsWith('-button') && endings.has(type) && !asked && !code?.startsWith('busy'),
    ).length;
  }
}
