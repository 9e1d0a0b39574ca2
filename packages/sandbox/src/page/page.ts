/** The sandbox's page: sessions, signed calls, faults and setup, read once a second. */
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ScenarioFields } from '../service/control-api.ts';
import { callsView } from './calls-view.ts';
import { readSnapshot, type Selection, send, type Snapshot } from './control.ts';
import { faultsView } from './faults-view.ts';
import { type ListActions, ordersView } from './orders-view.ts';
import { choice } from './parts.ts';
import { payoutsView } from './payouts-view.ts';
import type { Act } from './session-view.ts';
import { setupView } from './setup-view.ts';

/** Milliseconds between two looks at the sandbox. */
const pause = 1000;
/** Milliseconds without a key until the sandbox is asked. */
const searchPause = 150;
/** How many orders the list shows at first, and more with each press. */
const step = 100;
const tabs = ['orders', 'calls', 'setup'];

let snapshot: Snapshot | undefined;
let problem = '';
let message = '';
let text = '';
let most = step;
let timer = 0;
/** Rises with each look, and each change: what was read before would undo a change on the screen. */
let turn = 0;
/** How far the list of orders was scrolled when an order was opened. */
let listTop: number | undefined;

addEventListener('hashchange', () => {
  // On a phone the order takes the place of the list.
  const isOpened = location.hash.includes('/');
  if (isOpened) listTop ??= scrollY;
  void refresh().then(() => {
    scrollTo(0, isOpened ? 0 : (listTop ?? 0));
    if (!isOpened) listTop = undefined;
  });
});
document.addEventListener('visibilitychange', () => void refresh());
void refresh();

async function refresh(): Promise<void> {
  const currentTurn = nextTurn();
  try {
    const newSnapshot = await readSnapshot(selection());
    if (currentTurn !== turn) return;
    snapshot = newSnapshot;
    problem = '';
  } catch (error) {
    if (currentTurn !== turn) return;
    problem = error instanceof Error ? error.message : 'The sandbox does not answer.';
  }
  draw();
  if (!document.hidden) refreshIn(pause);
}

function nextTurn(): number {
  clearTimeout(timer);
  turn += 1;
  return turn;
}

function refreshIn(milliseconds: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => void refresh(), milliseconds);
}

/** #orders/<session>, #calls or #setup: a link keeps its place over a reload. */
function selection(): Selection {
  const [tab = '', sessionId = ''] = location.hash.slice(1).split('/');
  return { tab: tab || 'orders', sessionId, text, most };
}

const act: Act = (action, name, body) => {
  nextTurn();
  send(name, body)
    .then(
      () => {
        message = `${action}.`;
      },
      (error: unknown) => {
        message = error instanceof Error ? error.message : 'It did not work.';
      },
    )
    .finally(() => void refresh());
};

const list: ListActions = {
  search(newText) {
    text = newText;
    most = step;
    nextTurn();
    refreshIn(searchPause);
  },
  showMore() {
    most += step;
    void refresh();
  },
};

/** The next press builds on this one, whether the sandbox has answered or not. */
function chooseFaults(action: string, scenario: ScenarioFields): void {
  if (snapshot === undefined) return;
  snapshot = { ...snapshot, setup: { ...snapshot.setup, scenario } };
  draw();
  act(action, 'scenario', scenario);
}

function draw(): void {
  render(pageView(selection()), document.body);
}

function pageView(selected: Selection): TemplateResult {
  return html`<header class="top">
      <h1>Wallet sandbox</h1>
      <p class="soft">No money moves here.</p>
      <nav aria-label="Parts of the page">
        ${tabs.map(
          (name) =>
            html`<a href="#${name}" aria-current=${name === selected.tab ? 'page' : nothing}>
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
          : tabView(selected, snapshot)
      }
    </main>`;
}

function tabView(selected: Selection, now: Snapshot): TemplateResult {
  if (selected.tab === 'setup') return setupView(now.setup);
  if (selected.tab === 'calls') {
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
        : ordersView(now, selected, list, act)
    }
    ${payoutsView(now.ledger, now.setup.currency)}`;
}

function profileChoice(): TemplateResult {
  const { profile = '', profiles = [] } = snapshot?.setup ?? {};
  const choose = (name: string): void => {
    act(`Profile is ${name}`, 'profile', { name });
  };
  return html`<label class="profile">
    <span>Profile</span>
    ${choice(profiles, profile, choose)}
  </label>`;
}

function count(name: string): string {
  if (snapshot === undefined || name === 'setup') return '';
  return ` ${name === 'calls' ? callCount(snapshot) : snapshot.ledger.total}`;
}

/** Since the start of the sandbox: calls are numbered. */
function callCount({ calls }: Snapshot): number {
  return calls.at(-1)?.id ?? 0;
}
