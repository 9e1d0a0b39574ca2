import { html, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { languages } from './language.ts';

/** The choice of the language, also before the login. */
export function languageView(desk: Desk): TemplateResult {
  const { language } = desk.state;
  const change = (event: Event): void => {
    void desk.speak((event.target as HTMLSelectElement).value);
  };
  return html`<select aria-label=${desk.texts.frame.language} @change=${change}>
    ${Object.entries(languages).map(
      ([name, [ownName]]) =>
        html`<option value=${name} ?selected=${name === language}>${ownName}</option>`,
    )}
  </select>`;
}
