/** How the search of the site orders its results. The search box and the test of the built index use the same. */
export const searchOptions = {
  // A short word with a typing error is another word: CSP and CSR, rails and fails.
  fuzzy: (term: string): number => (term.length < 6 ? 0 : 0.2),
  prefix: true,
  /** The guide's own words for those that a reader may type. Like the function below, it uses nothing from outside. */
  processTerm: (term: string): string | string[] => {
    const synonyms: Readonly<Record<string, readonly string[]>> = {
      cloudflare: ['workers'],
      color: ['colour'],
      cors: ['allowedorigins'],
      dark: ['colour', 'scheme'],
      compliance: ['pci'],
      declined: ['fails'],
      failed: ['failed', 'fails'],
      fail: ['fails'],
      flutter: ['native', 'app'],
      gdpr: ['kept', 'review'],
      pci: ['pci', 'review'],
      rejected: ['fails'],
      saq: ['saq', 'questionnaire'],
      i18n: ['languages'],
      k8s: ['docker'],
      kubernetes: ['docker'],
      logging: ['log'],
      monitoring: ['metrics'],
      nextjs: ['next'],
      reconciliation: ['month'],
      quickstart: ['first', 'payment'],
      remix: ['react', 'router'],
      settlement: ['month'],
      started: ['first', 'payment'],
      translation: ['languages'],
      webview: ['app', 'browsers'],
      woocommerce: ['php'],
    };
    // Words of a question that say nothing of its subject.
    const fillers =
      ' a an and are be can cannot did do does for have how i in is it me my of on or our should so that the there this to was we what when where which who why will with you your ';
    const word = term.toLowerCase();
    if (fillers.includes(` ${word} `)) return [];
    return Object.hasOwn(synonyms, word) ? [...(synonyms[word] ?? [])] : word;
  },
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
