/** The sandbox's page: sessions, signed calls, faults and setup, read once a second. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ScenarioFields } from '../service/control-api.ts';
import { callsView } from './calls-view.ts';
import { readSnapshot, setProfile, setScenario, type Snapshot } from './control.ts';
import { faultsView } from './faults-view.ts';
import { OrdersView, step } from './orders-view.ts';
import { payoutsView } from './payouts-view.ts';
import { setupView } from './setup-view.ts';

const pause = 1000;
const tabs = ['orders', 'calls', 'setup'] as const;

const orders = new OrdersView(draw);
let snapshot: Snapshot | undefined;
let problem = '';
let message = '';
/** Requests that change something, begun and ended. */
let changes = 0;
/** How far the list of orders was scrolled when an order was opened. */
let listTop: number | undefined;

addEventListener('hashchange', () => {
  // On a phone the order takes the place of the list.
  const isOpened = location.hash.includes('/');
  if (isOpened && listTop === undefined) listTop = scrollY;
  draw();
  scrollTo(0, isOpened ? 0 : (listTop ?? 0));
  if (!isOpened) listTop = undefined;
});
document.addEventListener('visibilitychange', () => void refresh());
void refresh();
setInterval(() => {
  if (!document.hidden) void refresh();
}, pause);

async function refresh(): Promise<void> {
  const previousChanges = changes;
  try {
    const newSnapshot = await readSnapshot(step, snapshot);
    // What was read before a change would undo it on the screen.
    if (previousChanges !== changes) return;
    snapshot = newSnapshot;
    problem = '';
  } catch (error) {
    problem = error instanceof Error ? error.message : 'The sandbox does not answer.';
  }
  draw();
}

function act(action: string, work: () => Promise<unknown>): void {
  changes += 1;
  work()
    .then(
      () => {
        message = `${action}.`;
      },
      (error: unknown) => {
        message = error instanceof Error ? error.message : 'It did not work.';
      },
    )
    .finally(() => {
      changes += 1;
      void refresh();
    });
}

/** The next press builds on this one, whether the sandbox has answered or not. */
function chooseFaults(action: string, scenario: ScenarioFields): void {
  if (snapshot === undefined) return;
  snapshot = { ...snapshot, setup: { ...snapshot.setup, scenario } };
  draw();
  act(action, () => setScenario(scenario));
}

function draw(): void {
  render(pageView(), document.body);
}

function pageView(): TemplateResult {
  // #orders/<session>, #calls or #setup: a link keeps its place over a reload.
  const [tab = 'orders', selected] = location.hash.slice(1).split('/');
  return html`<header class="top">
      <h1>Wallet sandbox</h1>
      <p class="soft">No money moves here.</p>
      <nav aria-label="Parts of the page">
        ${tabs.map(
          (name) =>
            html`<a href="#${name}" aria-current=${name === (tab || 'orders') ? 'page' : nothing}>
              ${name}${count(name)}
            </a>`,
        )}
      </nav>
      ${profileChoice()}
      <span class="state ${problem === '' ? 'good' : 'bad'}" role="status">
        ${problem === '' ? message || 'Connected' : `Not connected: ${problem}`}
      </span>
    </header>
    <main>
      ${
        snapshot === undefined
          ? html`<p class="empty">Connecting…</p>`
          : tabView(tab || 'orders', selected, snapshot)
      }
    </main>`;
}

function tabView(tab: string, selectedId: string | undefined, now: Snapshot): TemplateResult {
  if (tab === 'setup') return setupView(now.setup);
  if (tab === 'calls') {
    const isCut = now.calls.length < callCount(now);
    return html`${isCut ? html`<p class="soft">The latest ${now.calls.length}</p>` : nothing}
    ${callsView(now.calls)}`;
  }
  return html`${faultsView(now.setup.scenario, chooseFaults)}
    ${
      now.ledger.total === 0
        ? html`<p class="empty">
          No session has been opened. <a href="#setup">Set up your backend</a>, then pay.
        </p>`
        : orders.view(now, selectedId, act)
    }
    ${payoutsView(now.ledger, now.setup.currency)}`;
}

function profileChoice(): TemplateResult {
  const { profile = '', profiles = [] } = snapshot?.setup ?? {};
  const choose = (event: Event): void => {
    const { value } = event.target as HTMLSelectElement;
    act(`Profile is ${value}`, () => setProfile(value));
  };
  return html`<label class="profile">
    <span>Profile</span>
    <select @change=${choose}>
      ${profiles.map((name) => html`<option ?selected=${name === profile}>${name}</option>`)}
    </select>
  </label>`;
}

function count(name: (typeof tabs)[number]): string {
  if (snapshot === undefined || name === 'setup') return '';
  return ` ${name === 'calls' ? callCount(snapshot) : snapshot.ledger.total}`;
}

/** Since the start of the sandbox: calls are numbered. */
function callCount({ calls }: Snapshot): number {
  return calls.at(-1)?.id ?? 0;
}
