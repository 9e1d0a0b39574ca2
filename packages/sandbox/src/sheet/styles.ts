/** The look of the sheet. Like a wallet's own sheet, it follows the system's colours, not the page's. */
export const sheetStyles = `
:host {
  --surface: light-dark(#fff, #1b1e26);
  --raised: light-dark(#f4f5f8, #262a35);
  --line: light-dark(#dfe3ea, #3b4150);
  --text: light-dark(#14171f, #f1f3f8);
  --muted: light-dark(#5b6372, #a4acbd);
  --accent: light-dark(#3b4bdb, #8f9bff);
  --on-accent: light-dark(#fff, #10131c);
  --bad: light-dark(#c0362c, #ff8a80);
  color-scheme: light dark;
}
* { box-sizing: border-box; }
[hidden], :is(dl, p):empty { display: none !important; }
dialog {
  inline-size: min(25rem, calc(100vw - 2rem));
  max-block-size: calc(100dvh - 2rem);
  margin: auto;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: 1.25rem;
  overflow: hidden auto;
  background: var(--surface);
  color: var(--text);
  accent-color: var(--accent);
  font: 400 0.9375rem/1.4 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  box-shadow: 0 1.5rem 4rem rgb(10 14 30 / 35%);
}
dialog::backdrop { background: rgb(10 14 30 / 50%); }
form, .total, .rows, fieldset, .actions { display: grid; gap: 0.5rem; }
form { gap: 1rem; padding: 1.25rem; }
header { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; }
h2, p, dl, dd { margin: 0; }
h2 { font-size: 1.0625rem; white-space: nowrap; }
small, legend, dt, .message { color: var(--muted); font-size: 0.8125rem; }
header small {
  padding: 0.25rem 0.625rem;
  border-radius: 1rem;
  background: light-dark(#fdf3d8, #3b3218);
  color: light-dark(#6b4a00, #f6dd9a);
  font-weight: 600;
}
.total, .message, .end { text-align: center; }
.amount { font-size: 2rem; font-weight: 700; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 1rem; font-size: 0.875rem; }
fieldset { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
.fields { gap: 1rem; }
legend { padding: 0 0 0.5rem; font-weight: 600; }
.row {
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 0.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  cursor: pointer;
}
.row:hover { background: var(--raised); }
.row:has(:checked) { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.row small { display: block; }
.row b { font-size: 0.8125rem; }
.row:not([data-network='']) { border-inline-start: 0.5rem solid #3a5bb8; }
.row[data-network='mastercard'] { border-inline-start-color: #d9822b; }
.row[data-network='amex'] { border-inline-start-color: #2f8f82; }
.coupon { display: grid; grid-template-columns: 1fr auto; gap: 0.5rem; }
.coupon input { min-inline-size: 0; padding: 0 0.75rem; border: 1px solid var(--line); border-radius: 0.75rem; font: inherit; }
.problem, .error { color: var(--bad); font-size: 0.8125rem; }
[data-invalid='true'] :is(.row:has(:checked), .coupon input) { border-color: var(--bad); }
.actions {
  position: sticky;
  inset-block-end: 0;
  margin: 0 -1.25rem -1.25rem;
  padding: 0.75rem 1.25rem;
  background: var(--surface);
}
button {
  min-block-size: 2.875rem;
  padding-inline: 1rem;
  border: 1px solid transparent;
  border-radius: 0.75rem;
  background: var(--raised);
  color: var(--text);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.pay { background: var(--accent); color: var(--on-accent); }
:focus-visible, .row:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 2px; }
:disabled { opacity: 0.45; cursor: default; }
.end { padding-block: 2.5rem; font-size: 1.125rem; font-weight: 600; }
[data-state='failed'] .end { color: var(--bad); }
[data-state='processing'] :is(.fields, .pay),
:is([data-state='done'], [data-state='failed']) :is(.fields, .actions) { display: none; }
@media (max-width: 32rem) {
  dialog { inline-size: 100vw; max-inline-size: 100vw; margin-block-end: 0; border-end-start-radius: 0; border-end-end-radius: 0; }
}
@media (prefers-reduced-motion: no-preference) {
  dialog { animation: rise 0.18s ease-out; }
  @keyframes rise { from { opacity: 0; transform: translateY(1rem); } }
}
@media (forced-colors: active) {
  .row:has(:checked) { outline: 2px solid Highlight; }
}
`;
