import type { DomNode } from './dom.ts';
import type { Place, SeenScript } from './seen-script.ts';

/** What an engine tells of a page while it loads, each in its own way. */
export interface Recording {
  /** Resolves once a page that is opened now misses nothing. */
  readonly ready: Promise<unknown>;
  /** Addresses whose requests this engine does not end. */
  readonly requested: () => ReadonlySet<string>;
  /** Resolves once the page, its frames and its workers have answered a command: a busy one answers late. */
  readonly answered: () => Promise<unknown>;
  readonly scripts: () => Promise<readonly SeenScript[]>;
  /** Each element of the page and its frames, through shadow roots. */
  readonly nodes: () => Promise<readonly DomNode[]>;
  readonly workers: () => readonly { readonly kind: Place; readonly url: string }[];
}
