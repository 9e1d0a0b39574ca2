import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from './desk.ts';
import { problemText } from './format.ts';
import { languageView } from './language-view.ts';

/** The page before a session. */
export function logInView(desk: Desk): TemplateResult {
  const { texts, state } = desk;
  const { logIn } = texts;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const token = new FormData(event.target as HTMLFormElement).get('token');
    if (typeof token === 'string') void desk.logIn(token.trim());
  };
  return html`<main class="log-in">
    <form @submit=${submit}>
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M8 12h16M8 17h10M8 22h6" />
      </svg>
      <h1 tabindex="-1">${texts.title}</h1>
      <p class="soft">${logIn.lead}</p>
      <label for="token">${logIn.token}</label>
      <input
        id="token"
        name="token"
        type="password"
        required
        autocomplete="current-password"
        spellcheck="false"
        aria-describedby="refused"
      />
      <div id="refused" role="alert">${refusalView(desk)}</div>
      <button class="main" ?disabled=${state.isBusy}>${logIn.button}</button>
    </form>
    ${languageView(desk)}
  </main>`;
}

/** A refused token; or another problem in its own words. */
function refusalView({ state: { problem, wasIn }, texts }: Desk): unknown {
  if (!problem) return nothing;
  const isToken = problem.code === 'unauthorized' && !wasIn;
  const text = isToken ? texts.logIn.refused : problemText(problem, texts);
  return html`<p class="notice bad">${text}</p>`;
}
