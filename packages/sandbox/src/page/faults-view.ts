import { html, type TemplateResult } from 'lit';
import type { ScenarioFields } from '../service/control-api.ts';
import { faultGroups, isOn, pressed } from './faults.ts';
import { badge, button, choice } from './parts.ts';

const calls = [
  ...(['session', 'payment', 'validate-merchant', 'pay-token', 'get-status'] as const),
  ...(['void', 'complete-hold'] as const),
];

/** Replaces the scenario of every order, and shows `action` to the reader. */
export type SetFaults = (action: string, scenario: ScenarioFields) => void;

/** A button for each fault; those of different groups combine. */
export function faultsView(scenario: ScenarioFields, set: SetFaults): TemplateResult {
  const groups = Object.entries(faultGroups);
  const activeFaults = groups.flatMap(([, group]) =>
    Object.entries(group).filter(([, fault]) => isOn(fault, group, scenario)),
  );
  return html`<details class="faults">
    <summary>
      <h2>Faults</h2>
      ${
        activeFaults.length === 0
          ? html`<span class="soft">Everything works.</span>`
          : html`${activeFaults.map(([name]) => badge(name, 'bad'))}
            <span class="soft">For every order, until you clear them.</span>`
      }
    </summary>
    ${groups.map(
      ([title, group]) =>
        html`<fieldset>
          <legend>${title}</legend>
          <div class="buttons">
            ${Object.entries(group).map(([name, fault]) => {
              const active = isOn(fault, group, scenario);
              const press = (): void => {
                set(`${name}: ${active ? 'off' : 'on'}`, pressed(fault, group, scenario));
              };
              return button(name, press, active);
            })}
          </div>
          ${title === 'The answer' ? callChoice(scenario, set) : ''}
        </fieldset>`,
    )}
    <button
      type="button"
      class="clear"
      ?disabled=${Object.keys(scenario).length === 0}
      @click=${() => {
        set('Faults are cleared', {});
      }}
    >
      Clear all faults
    </button>
  </details>`;
}

function callChoice(scenario: ScenarioFields, set: SetFaults): TemplateResult {
  return html`<label class="soft">
    of the call
    ${choice(calls, scenario.answerOn ?? 'pay-token', (answerOn) => {
      set(`Faults hit ${answerOn}`, { ...scenario, answerOn });
    })}
  </label>`;
}
