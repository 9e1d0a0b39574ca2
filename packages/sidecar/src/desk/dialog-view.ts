import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { Desk } from './desk.ts';
import { fill, formatAmount, problemText } from './format.ts';
import type { NoAmount } from './money.ts';
import { amountIn } from './send-dialog.ts';
import type { OperationDialog, ReviewDialog } from './state.ts';

/** The question before money moves or a review ends. It repeats amount and order. */
export function dialogView(desk: Desk): unknown {
  const { dialog } = desk.state;
  if (!dialog) return nothing;
  const { order } = dialog.payment;
  const content =
    dialog.type === 'operation' ? askOperation(desk, dialog) : askReview(desk, dialog);
  return keyed(
    dialog.key,
    html`<dialog
      aria-labelledby="dialog-title"
      ${ref(open)}
      @close=${close(desk, dialog.key)}
      @cancel=${(event: Event) => {
        if (dialog.isSending) event.preventDefault();
      }}
    >
      <form @submit=${submit(desk)} aria-busy=${dialog.isSending}>
        <h2 id="dialog-title">${content.title} <span class="reference">${order}</span></h2>
        ${content.body} ${reasonView(desk, dialog)}
        <div role="alert">
          ${
            dialog.problem
              ? html`<p class="notice bad">${problemText(dialog.problem, desk.texts)}</p>`
              : nothing
          }
        </div>
        ${buttonsView(desk, content)}
      </form>
    </dialog>`,
  );
}

interface Content {
  readonly title: string;
  readonly body: TemplateResult;
  /** The button that sends; `null`: the amount is not usable. */
  readonly confirm: string | null;
}

function askOperation(desk: Desk, dialog: OperationDialog): Content {
  const { texts, state } = desk;
  const { kind, left } = dialog;
  const { order, currency } = dialog.payment;
  const operation = texts.operations[kind];
  const money = (amount: string): string => formatAmount(amount, currency, state.language);
  const amount = amountIn(dialog, state.language);
  const isUsable = typeof amount === 'string';
  const values = { amount: money(isUsable ? amount : left), order };
  return {
    title: operation.name,
    body: html`
      ${kind === 'void' ? nothing : amountView(desk, dialog, fill(texts.dialog.most, { amount: money(left) }))}
      ${isUsable ? html`<p class="question">${fill(operation.question, values)}</p>` : refusalView(desk, dialog, amount)}
      <p class="soft">${texts.dialog.warning}</p>
    `,
    confirm: isUsable ? fill(operation.confirm, values) : null,
  };
}

function askReview(desk: Desk, dialog: ReviewDialog): Content {
  const { texts, state } = desk;
  const { review } = texts;
  const { payment, outcome, operation, left } = dialog;
  const { order, currency, named } = payment;
  const money = (amount: string): string => formatAmount(amount, currency, state.language);
  const amount = amountIn(dialog, state.language);
  const isUsable = typeof amount === 'string';
  let question = fill(review.notChargedQuestion, { order });
  if (outcome === 'succeeded') {
    const charged = isUsable && left !== null ? amount : payment.amounts.charged;
    question = fill(review.chargedQuestion, { amount: money(charged), order });
  }
  if (operation) {
    const text = outcome === 'succeeded' ? review.doneQuestion : review.notDoneQuestion;
    const { name } = texts.operations[operation.kind];
    question = fill(text, { operation: name, amount: money(operation.amount), order });
  }
  const hints = [
    ...(named ? [fill(review.named, { amount: `${named.amount} ${named.currency}` })] : []),
    ...(left === null ? [] : [fill(texts.dialog.most, { amount: money(left) })]),
  ];
  return {
    title: review.title,
    body: html`
      ${left === null ? nothing : amountView(desk, dialog, hints.join(' '))}
      ${isUsable ? html`<p class="question">${question}</p>` : refusalView(desk, dialog, amount)}
      <p class="soft">${review.note}</p>
    `,
    confirm: isUsable ? review.confirm : null,
  };
}

/** Why an amount cannot be used: it can mean two things, or is missing. */
function refusalView(
  { texts, state }: Desk,
  { left, payment: { currency } }: OperationDialog | ReviewDialog,
  { readings }: NoAmount,
): TemplateResult {
  const money = (amount: string): string => formatAmount(amount, currency, state.language);
  const text =
    readings.length > 0
      ? fill(texts.dialog.ambiguous, { readings: readings.map(money).join(' / ') })
      : fill(texts.dialog.invalid, { amount: money(left ?? '0') });
  return html`<p class="question bad">${text}</p>`;
}

function amountView(
  desk: Desk,
  { typed, isSending, payment: { currency } }: OperationDialog | ReviewDialog,
  hint: string,
): TemplateResult {
  return html`<label class="amount">
    <span>${desk.texts.dialog.amount}</span>
    <span class="field">
      <input
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        .value=${typed}
        ?disabled=${isSending}
        @input=${(event: Event) => {
          desk.type('typed', (event.target as HTMLInputElement).value);
        }}
      />
      <span aria-hidden="true">${currency}</span>
    </span>
    <span class="small">${hint}</span>
  </label>`;
}

function reasonView(desk: Desk, { reason, isSending }: OperationDialog | ReviewDialog) {
  return html`<label class="amount">
    <span>${desk.texts.dialog.reason}</span>
    <span class="field">
      <input
        name="reason"
        maxlength="200"
        autocomplete="off"
        .value=${reason}
        ?disabled=${isSending}
        @input=${(event: Event) => {
          desk.type('reason', (event.target as HTMLInputElement).value);
        }}
      />
    </span>
  </label>`;
}

function buttonsView({ state: { dialog }, texts }: Desk, { confirm }: Content): TemplateResult {
  const { cancel, close, again, sending } = texts.dialog;
  const isSending = dialog?.isSending === true;
  const code = dialog?.problem?.code;
  // Another press can only help where no answer came, or where the clerk can correct the amount.
  const mayRepeat = code === undefined || code === 'network' || code === 'invalid_amount';
  const text = code === 'network' ? again : confirm;
  return html`<div class="actions end">
    <button type="button" ?disabled=${isSending} @click=${closeOf}>
      ${mayRepeat ? cancel : close}
    </button>
    ${
      mayRepeat
        ? html`<button class="main" ?disabled=${isSending || confirm === null}>
          ${isSending ? sending : (text ?? texts.dialog.amount)}
        </button>`
        : nothing
    }
  </div>`;
}

function submit(desk: Desk) {
  return (event: Event): void => {
    event.preventDefault();
    void desk.confirm();
  };
}

/** A second Escape closes a dialog although `cancel` was prevented: what is being sent opens again. */
function close(desk: Desk, key: string) {
  return ({ target }: Event): void => {
    desk.closeDialog(key);
    if (desk.state.dialog?.key === key && target instanceof Element) open(target);
  };
}

/** Closing it gives the focus back to the button that opened it. */
function closeOf({ currentTarget }: Event): void {
  if (currentTarget instanceof Element) currentTarget.closest('dialog')?.close();
}

/** Opens the dialog once it is in the page. */
function open(element?: Element): void {
  if (!(element instanceof HTMLDialogElement)) return;
  queueMicrotask(() => {
    if (element.isConnected && !element.open) element.showModal();
  });
}
