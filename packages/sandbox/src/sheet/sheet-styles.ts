/** Looks of the sheet; it follows the system's colours, as a wallet's own sheet does, not the page's. */
export const SHEET_STYLES = `
:host {
  --surface: #ffffff;
  --raised: #f4f5f8;
  --line: #e1e4eb;
  --text: #14171f;
  --muted: #5b6372;
  --accent: #3b4bdb;
  --on-accent: #ffffff;
  --good: #14804a;
  --bad: #c0362c;
  --notice: #fdf3d8;
  --on-notice: #6b4a00;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :host {
    --surface: #1b1e26;
    --raised: #262a35;
    --line: #363c4a;
    --text: #f1f3f8;
    --muted: #a4acbd;
    --accent: #8f9bff;
    --on-accent: #10131c;
    --good: #5fd39a;
    --bad: #ff8a80;
    --notice: #3b3218;
    --on-notice: #f6dd9a;
  }
}
* { box-sizing: border-box; }
dialog {
  inline-size: min(25rem, calc(100vw - 2rem));
  max-block-size: calc(100dvh - 2rem);
  margin: auto;
  padding: 0;
  border: 0;
  border-radius: 1.25rem;
  overflow: hidden auto;
  background: var(--surface);
  color: var(--text);
  font: 400 0.9375rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  box-shadow: 0 1.5rem 4rem rgb(10 14 30 / 35%), 0 0 0 1px rgb(10 14 30 / 6%);
}
dialog::backdrop { background: rgb(10 14 30 / 50%); }
form { display: grid; gap: 1.125rem; padding: 1.25rem; }
header { display: flex; align-items: center; gap: 0.625rem; }
.badge {
  display: grid;
  place-items: center;
  inline-size: 2rem;
  block-size: 2rem;
  border-radius: 0.625rem;
  background: linear-gradient(135deg, #5563f0, #8b3fd9);
  color: #fff;
  font-weight: 700;
}
[data-wallet='B'] .badge { background: linear-gradient(135deg, #0e9488, #2563eb); }
h2 { margin: 0; font-size: 1.0625rem; font-weight: 650; white-space: nowrap; }
.notice {
  margin: 0;
  margin-inline-start: auto;
  padding: 0.25rem 0.625rem;
  border-radius: 99rem;
  background: var(--notice);
  color: var(--on-notice);
  font-size: clamp(0.625rem, 3vw, 0.75rem);
  font-weight: 600;
  text-align: center;
}
.total { display: grid; gap: 0.125rem; text-align: center; }
.merchant { color: var(--muted); overflow-wrap: anywhere; }
.amount { font-size: 2rem; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 1rem; margin: 0; font-size: 0.875rem; }
dt { color: var(--muted); }
dd { margin: 0; font-variant-numeric: tabular-nums; text-align: end; }
dl:empty { display: none; }
fieldset { display: grid; gap: 0.5rem; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
fieldset[hidden] { display: none; }
.fields { gap: 1.125rem; }
legend { padding: 0 0 0.5rem; color: var(--muted); font-size: 0.8125rem; font-weight: 600; }
.card {
  position: relative;
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 0.75rem;
  padding: 0.5625rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  cursor: pointer;
}
.card:hover { background: var(--raised); }
.card:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.card:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
.card input { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; margin: 0; opacity: 0; cursor: inherit; }
.art {
  display: grid;
  align-items: end;
  inline-size: 2.75rem;
  block-size: 1.75rem;
  padding: 0.1875rem 0.25rem;
  border-radius: 0.3125rem;
  background: linear-gradient(135deg, #27408b, #5b7fd9);
  color: #fff;
  font-size: 0.5625rem;
  font-weight: 700;
  line-height: 1;
  letter-spacing: 0.02em;
}
.art.mastercard { background: linear-gradient(135deg, #7a2a1a, #d9822b); }
.art.amex { background: linear-gradient(135deg, #17645b, #45b3a0); }
.row { grid-template-columns: 1fr auto; }
.price { font-variant-numeric: tabular-nums; white-space: nowrap; }
.contact { margin: 0; color: var(--muted); font-size: 0.875rem; overflow-wrap: anywhere; }
.coupon { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem; }
.coupon input {
  min-inline-size: 0;
  padding: 0 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  background: var(--surface);
  color: var(--text);
  font: inherit;
}
.coupon input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.apply { padding: 0 1rem; background: var(--raised); }
.problem { margin: 0; color: var(--bad); font-size: 0.8125rem; }
.problem:empty { display: none; }
[data-invalid='true'] :is(.card:has(:checked), .coupon input) { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
.name { display: block; font-weight: 550; }
.number { display: block; color: var(--muted); font-size: 0.8125rem; }
.outcome { color: var(--muted); font-size: 0.75rem; white-space: nowrap; }
.approve { color: var(--good); }
.decline { color: var(--bad); }
.message { margin: 0; color: var(--muted); font-size: 0.875rem; text-align: center; }
.message:not(:empty) { padding-block-end: 0.375rem; }
.message.error { color: var(--bad); }
.actions {
  position: sticky;
  inset-block-end: 0;
  display: grid;
  gap: 0.375rem;
  margin: 0 -1.25rem -1.25rem;
  padding: 0.75rem 1.25rem;
  background: linear-gradient(transparent, var(--surface) 0.75rem);
}
button {
  min-block-size: 2.875rem;
  border: 0;
  border-radius: 0.75rem;
  background: transparent;
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:hover { background: var(--raised); }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.pay { background: var(--accent); color: var(--on-accent); }
.pay:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)); }
button:disabled { opacity: 0.45; cursor: default; }
fieldset:disabled .card { opacity: 0.55; cursor: default; }
.end { display: none; justify-items: center; gap: 0.75rem; padding-block: 1.5rem; font-weight: 600; }
.mark {
  position: relative;
  inline-size: 3.5rem;
  block-size: 3.5rem;
  border-radius: 50%;
  border: 3px solid var(--line);
  border-block-start-color: var(--accent);
}
[data-state='waiting'] .pay, [data-state='processing'] .pay { opacity: 0.45; }
[data-state='processing'] .end, [data-state='done'] .end, [data-state='failed'] .end { display: grid; }
[data-state='processing'] :is(.fields, .pay, .message),
:is([data-state='done'], [data-state='failed']) :is(.fields, .actions, .message) { display: none; }
[data-state='processing'] .mark { animation: turn 0.8s linear infinite; }
[data-state='done'] .mark { border-color: var(--good); color: var(--good); }
[data-state='failed'] .mark { border-color: var(--bad); color: var(--bad); }
[data-state='done'] .mark::after {
  content: '';
  position: absolute;
  inset: 0.9rem 1.15rem 1.1rem;
  border: solid currentColor;
  border-width: 0 3px 3px 0;
  transform: rotate(42deg);
}
[data-state='failed'] .mark::after {
  content: '!';
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  font-size: 1.75rem;
  font-weight: 700;
}
@keyframes turn { to { transform: rotate(1turn); } }
@media (max-width: 32rem) {
  dialog {
    inline-size: 100vw;
    max-inline-size: 100vw;
    max-block-size: 92dvh;
    margin-block-end: 0;
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
}
@media (prefers-reduced-motion: no-preference) {
  dialog { animation: rise 0.18s ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(1rem); } }
}
@media (prefers-reduced-motion: reduce) {
  [data-state='processing'] .mark { animation-duration: 4s; }
}
@media (forced-colors: active) {
  dialog, button { border: 1px solid CanvasText; }
  .card:has(:checked) { outline: 2px solid Highlight; }
}
`;
