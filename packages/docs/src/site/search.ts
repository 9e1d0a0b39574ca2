/** How the search of the site orders its results. The search box and the test of the built index use the same. */
export const searchOptions = {
  // A short word with a typing error is another word: CSP and CSR.
  fuzzy: (term: string): number => (term.length < 5 ? 0 : 0.2),
  prefix: true,
  boost: { title: 6, titles: 2, text: 1 },
  // This function reaches the browser as its text, so it uses nothing from outside.
  boostDocument: (id: string): number => {
    if (/^[^#]*\/(#|$)/.test(id)) return 0.3; // the first page: the path below which the site is published
    if (id.includes('/lookup/glossary')) return 0.6;
    if (/\/reference\/(errors|checks)/.test(id)) return 1;
    if (id.includes('/reference/')) return 0.4;
    return /\/(recipes|tutorial|going-live)\//.test(id) ? 1.2 : 1;
  },
};
