import type { WalletError } from '@wallet-buttons/elements';

/** All events of the tags. They bubble, so one listener at the top gets those of both wallets. */
const types = [
  'wallet-ready',
  'wallet-unavailable',
  'wallet-click',
  'wallet-authorized',
  'wallet-redirect',
  'wallet-result',
  'wallet-cancel',
  'wallet-error',
] as const;

/** The fields to log. No event contains a token. */
const fieldNames = ['reason', 'phase', 'url', 'outcome', 'status'];

/** Writes every wallet event into the log's list, oldest first, and calls `onEvent` for each. */
export function logEvents(log: HTMLElement, onEvent: () => void): void {
  for (const type of types) {
    document.body.addEventListener(type, (event) => {
      log.querySelector('.none')?.remove();
      log.querySelector('ol')?.append(entry(event));
      log.scrollTop = log.scrollHeight;
      onEvent();
    });
  }
}

function entry(event: Event): HTMLElement {
  const item = document.createElement('li');
  const time = document.createElement('time');
  time.textContent = new Date().toTimeString().slice(0, 8);
  const name = document.createElement('b');
  name.textContent = event.type;
  const source = document.createElement('span');
  source.className = 'of';
  source.textContent =
    event.target instanceof Element ? event.target.localName.replace('-button', '') : '';
  const fields = document.createElement('span');
  fields.className = 'fields';
  fields.textContent = describe(event);
  item.append(time, ' ', name, ' ', source, ' ', fields);
  return item;
}

function describe(event: Event): string {
  const values = new Map(Object.entries(event));
  const parts = fieldNames.flatMap((field) => {
    const value: unknown = values.get(field);
    return typeof value === 'string' ? [`${field}: ${value || '–'}`] : [];
  });
  const error = 'error' in event ? (event.error as WalletError | undefined) : undefined;
  if (error) parts.push(`code: ${error.code}`, `origin: ${error.origin}`);
  return parts.join(' · ');
}
