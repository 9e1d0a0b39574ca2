import type { ScenarioFields } from '../service/control-api.ts';

/** One button: scenario fields that go wrong together. */
export interface Fault {
  readonly name: string;
  readonly fields: ScenarioFields;
}

/** Buttons of one group exclude each other; groups combine. */
export interface FaultGroup {
  readonly name: string;
  readonly faults: readonly Fault[];
}

/** The faults, and the decisions of the payer's bank. */
export const faultGroups: readonly FaultGroup[] = [
  {
    name: 'The answer',
    faults: [
      { name: 'Connection cut', fields: { answer: 'cut' } },
      { name: 'Cut, not processed', fields: { answer: 'cut', processed: false } },
      { name: 'Half an answer', fields: { answer: 'truncated' } },
      { name: 'HTML page', fields: { answer: 'html' } },
      { name: 'Empty', fields: { answer: 'empty' } },
      { name: '403, not on the allow-list', fields: { answer: 'error403' } },
      { name: '429', fields: { answer: 'error429' } },
      { name: '500', fields: { answer: 'error500' } },
      { name: '503', fields: { answer: 'error503' } },
      { name: 'Redirect', fields: { answer: 'redirect' } },
      { name: 'Unknown status', fields: { answer: 'unknown-status' } },
      { name: 'Refused', fields: { answer: 'refused', processed: false } },
      { name: 'Refused, yet processed', fields: { answer: 'refused' } },
      {
        name: 'Error body with 200',
        fields: { answer: 'refused', answerStatus: 200, processed: false },
      },
      { name: 'success: false', fields: { answer: 'success-false', processed: false } },
      { name: 'Status failed', fields: { answer: 'failed-status', processed: false } },
      { name: 'Status pending', fields: { answer: 'pending-status', processed: false } },
      { name: 'Of another session', fields: { answer: 'other-session', processed: false } },
      {
        name: '409, processed 5 s later',
        fields: { answer: 'in-progress', answerStatus: 409, processDelay: 5000 },
      },
      { name: '5 s late', fields: { answerDelay: 5000 } },
      { name: 'Processed 5 s late', fields: { processDelay: 5000 } },
    ],
  },
  {
    name: 'The webhook',
    faults: [
      { name: 'Before the answer', fields: { webhook: 'before' } },
      { name: 'Never', fields: { webhook: 'never' } },
      { name: '5 s late', fields: { webhookDelay: 5000 } },
      { name: 'Three times', fields: { webhookCopies: 3 } },
      { name: 'As a form', fields: { webhookForm: 'form' } },
      { name: 'Compressed', fields: { webhookForm: 'gzip' } },
      { name: 'A ping', fields: { webhookForm: 'ping' } },
    ],
  },
  {
    name: 'The payment',
    faults: [
      { name: 'Declined', fields: { result: 'failed', bankCheck: 'never' } },
      { name: 'Held', fields: { result: 'holded' } },
      { name: 'Processing', fields: { result: 'processing' } },
      { name: 'Final after 3 s', fields: { settleAfter: 3000 } },
      { name: 'Used token refused', fields: { replay: 'refuse' } },
    ],
  },
  {
    name: 'As time passes',
    faults: [
      { name: 'Unpaid, expired after 5 s', fields: { expireAfter: 5000 } },
      { name: 'Paid out after 5 s', fields: { paidOffAfter: 5000 } },
    ],
  },
  {
    name: 'Captures, voids and refunds',
    faults: [
      { name: 'Take 5 s', fields: { changeAfter: 5000 } },
      { name: 'Dropped after 5 s', fields: { dropAfter: 5000 } },
      { name: 'A part is called refunded', fields: { partRefund: 'refunded' } },
    ],
  },
  {
    name: 'get-status',
    faults: [{ name: '5 s behind', fields: { statusLag: 5000 } }],
  },
  {
    name: 'The bank',
    faults: [
      { name: 'Always asks', fields: { bankCheck: 'always' } },
      { name: 'Never asks', fields: { bankCheck: 'never' } },
    ],
  },
  {
    name: 'The way back',
    faults: [
      { name: 'By a form', fields: { bankReturn: 'post' } },
      { name: 'Not at all', fields: { bankReturn: 'never' } },
      { name: 'In another browser', fields: { bankBrowser: 'other' } },
    ],
  },
];

/** Whether the scenario has exactly this fault of its group. */
export function isOn(fault: Fault, group: FaultGroup, scenario: ScenarioFields): boolean {
  return fieldsOf(group).every((name) => value(scenario, name) === value(fault.fields, name));
}

/** The scenario after a press: the fault replaces the others of its group, or is removed. */
export function pressed(fault: Fault, group: FaultGroup, scenario: ScenarioFields): ScenarioFields {
  const names = fieldsOf(group);
  const rest = Object.entries(scenario).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(rest), ...(isOn(fault, group, scenario) ? {} : fault.fields) };
}

function fieldsOf({ faults }: FaultGroup): readonly string[] {
  return [...new Set(faults.flatMap(({ fields }) => Object.keys(fields)))];
}

function value(fields: ScenarioFields, name: string): unknown {
  return (fields as Readonly<Record<string, unknown>>)[name];
}
