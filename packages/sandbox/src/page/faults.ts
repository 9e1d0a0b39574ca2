import type { ScenarioFields } from '../service/control-api.ts';

/** Faults of one group, by name: the scenario fields that go wrong together. */
export type FaultGroup = Readonly<Record<string, ScenarioFields>>;

/** The faults, and the decisions of the payer's bank: those of one group exclude each other, groups combine. */
export const faultGroups: Readonly<Record<string, FaultGroup>> = {
  'The answer': {
    'Connection cut': { answer: 'cut' },
    'Cut, not processed': { answer: 'cut', processed: false },
    'Half an answer': { answer: 'truncated' },
    'HTML page': { answer: 'html' },
    Empty: { answer: 'empty' },
    '403, not on the allow-list': { answer: 'error403' },
    '429': { answer: 'error429' },
    '500': { answer: 'error500' },
    '503': { answer: 'error503' },
    Redirect: { answer: 'redirect' },
    'Unknown status': { answer: 'unknown-status' },
    Refused: { answer: 'refused', processed: false },
    'Refused, yet processed': { answer: 'refused' },
    'Error body with 200': { answer: 'refused', answerStatus: 200, processed: false },
    'success: false': { answer: 'success-false', processed: false },
    'Status failed': { answer: 'failed-status', processed: false },
    'Status pending': { answer: 'pending-status', processed: false },
    'Of another session': { answer: 'other-session', processed: false },
    '409, processed 5 s later': { answer: 'in-progress', answerStatus: 409, processDelay: 5000 },
    '5 s late': { answerDelay: 5000 },
    'Processed 5 s late': { processDelay: 5000 },
  },
  'The webhook': {
    'Before the answer': { webhook: 'before' },
    Never: { webhook: 'never' },
    '5 s late': { webhookDelay: 5000 },
    'Three times': { webhookCopies: 3 },
    'As a form': { webhookForm: 'form' },
    Compressed: { webhookForm: 'gzip' },
    'A ping': { webhookForm: 'ping' },
  },
  'The payment': {
    Declined: { result: 'failed', bankCheck: 'never' },
    Held: { result: 'holded' },
    Processing: { result: 'processing' },
    'Final after 3 s': { settleAfter: 3000 },
    'Used token refused': { replay: 'refuse' },
  },
  'As time passes': {
    'Unpaid, expired after 5 s': { expireAfter: 5000 },
    'Paid out after 5 s': { paidOffAfter: 5000 },
  },
  'Captures, voids and refunds': {
    'Take 5 s': { changeAfter: 5000 },
    'Dropped after 5 s': { dropAfter: 5000 },
    'A part is called refunded': { partRefund: 'refunded' },
  },
  'get-status': {
    '5 s behind': { statusLag: 5000 },
  },
  'The bank': {
    'Always asks': { bankCheck: 'always' },
    'Never asks': { bankCheck: 'never' },
  },
  'The way back': {
    'By a form': { bankReturn: 'post' },
    'Not at all': { bankReturn: 'never' },
    'In another browser': { bankBrowser: 'other' },
  },
};

/** Whether the scenario has exactly this fault of its group. */
export function isOn(fault: ScenarioFields, group: FaultGroup, scenario: ScenarioFields): boolean {
  return fieldsOf(group).every((name) => scenario[name] === fault[name]);
}

/** The scenario after a press: the fault replaces the others of its group, or is removed. */
export function pressed(
  fault: ScenarioFields,
  group: FaultGroup,
  scenario: ScenarioFields,
): ScenarioFields {
  const names: readonly string[] = fieldsOf(group);
  const rest = Object.entries(scenario).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(rest), ...(isOn(fault, group, scenario) ? {} : fault) };
}

function fieldsOf(group: FaultGroup): readonly (keyof ScenarioFields)[] {
  // A fault has fields of a scenario and no others.
  return Object.values(group).flatMap((fault) => Object.keys(fault) as (keyof ScenarioFields)[]);
}
