import { html, type TemplateResult } from 'lit';
import { ready, type Rendered } from './support.ts';

/** Width and height of what is drawn. */
export const box = (element: Element): readonly number[] => {
  const { width, height } = element.getBoundingClientRect();
  return [width, height];
};

/** A tag inside of an element with that style. */
export async function styled(style: string, template: TemplateResult): Promise<Rendered['tag']> {
  const { tag } = await ready(html`<div style=${style}>${template}</div>`);
  const button = tag.firstElementChild as Rendered['tag'];
  await button.updateComplete;
  return button;
}
