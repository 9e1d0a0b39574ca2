import type { Browser } from '@playwright/test';
import type { Site } from './site.ts';

/** The tools of a measure of the page. */
export interface Workbench {
  readonly browser: Browser;
  readonly site: Site;
  readonly isQuick: boolean;
}
