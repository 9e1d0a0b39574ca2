import { defineComponent, h } from 'vue';
import { withBase } from 'vitepress';

const pages = [
  ['/tutorial/first-payment', 'A first payment', 'from nothing to a paid order, offline'],
  ['/tutorial/going-live', 'Going live', 'what changes for real money'],
  ['/lookup/troubleshooting', 'Troubleshooting', 'by what you see'],
  ['/reference/errors', 'Error codes', 'what each means and what to do'],
  ['/reference/tags', 'Tags', 'attributes, properties and events'],
  ['/', 'All pages', 'the whole guide'],
] as const;

/** The page for an address that does not exist: the search, and where most readers want to go. */
export const NotFound = defineComponent({
  setup: () => () =>
    h('main', { class: 'not-found vp-doc' }, [
      h('p', { class: 'not-found-code' }, '404'),
      h('h1', 'This page does not exist'),
      h('p', 'It may have moved. The search knows every page, framework and error code.'),
      h('button', { type: 'button', class: 'action', onClick: openSearch }, 'Search the guide'),
      h(
        'ul',
        pages.map(([path, title, about]) =>
          h('li', [h('a', { href: withBase(path) }, title), `: ${about}`]),
        ),
      ),
    ]),
});

/** The search has no function of its own to open it. */
function openSearch(): void {
  document.querySelector<HTMLElement>('.VPNavBarSearch button')?.click();
}
