import type { Browser } from '@playwright/test';
import type { Site } from './site.ts';

/** What a measure of the page needs. */
export interface Workbench {
  readonly browser: Browser;
  readonly site: Site;
  readonly isQuick: boolean;
}
