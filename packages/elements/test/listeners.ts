import { replace } from './replace.ts';

/** The listeners on what outlives a tag: the window, the document, the lists of media queries. */
export interface LastingListeners {
  /** The types of those that were added since, and not removed. */
  readonly kept: () => readonly string[];
  readonly restore: () => void;
}

/** Playwright adds these to a page when it first looks into it, which may be at any time. No tag listens for them. */
const typesOfPlaywright = ['__playwright_global_listeners_check__', 'contextmenu'];

type Change = (this: EventTarget | undefined, type: string, ...rest: unknown[]) => void;

export function lastingListeners(page: Window & typeof globalThis = window): LastingListeners {
  const { prototype } = page.EventTarget;
  const types = new Map<unknown, string>();
  const lasting: readonly EventTarget[] = [page, page.document, page.document.body];
  const restore = [
    replace<Change>(
      prototype,
      'addEventListener',
      (add) =>
        function (type, ...rest) {
          // Called as a bare function it means the window.
          const target = this ?? page;
          if (lasting.includes(target) || target instanceof page.MediaQueryList) {
            types.set(rest[0], type);
          }
          add.call(target, type, ...rest);
        },
    ),
    replace<Change>(
      prototype,
      'removeEventListener',
      (remove) =>
        function (type, ...rest) {
          types.delete(rest[0]);
          remove.call(this ?? page, type, ...rest);
        },
    ),
  ];
  return {
    kept: () => [...types.values()].filter((type) => !typesOfPlaywright.includes(type)),
    restore: () => {
      for (const each of restore) each();
    },
  };
}
