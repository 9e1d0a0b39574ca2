import type { MarkdownRenderer } from 'vitepress';

type CoreState = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0];

/** Each part of the home page, from its heading to the next one, becomes a section that the theme lays out. */
export function wrapHomeSections(state: CoreState): void {
  const markup = (content: string): InstanceType<CoreState['Token']> => {
    const token = new state.Token('html_block', '', 0);
    token.content = content;
    return token;
  };
  const isHeading = (tag: string, type: string): boolean => tag === 'h2' && type === 'heading_open';
  const first = state.tokens.findIndex(({ tag, type }) => isHeading(tag, type));
  const head = state.tokens.slice(0, first);
  const parts = state.tokens
    .slice(first)
    .flatMap((token, index) =>
      isHeading(token.tag, token.type)
        ? [markup(`${index === 0 ? '' : '</section>'}<section class="home-part">`), token]
        : [token],
    );
  state.tokens = [
    markup('<div class="home-head">'),
    ...head,
    markup('</div><div class="home-parts">'),
    ...parts,
    markup('</section></div>'),
  ];
}
