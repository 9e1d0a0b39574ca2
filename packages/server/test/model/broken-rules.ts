/** A rule of the product, broken by a change of its source, and the world in which that shows. */
export interface BrokenRule {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly world: string;
}

const presses = 'presses, answers and questions';
const processes = 'two processes, one of which ends';
const freedOrder = 'an order that was freed too early';
const charge = 'operations on a charge';
const hold = 'operations on a hold';
const lag = 'a service that lags behind and takes back';
const ending = 'a hold that nears its end';
const itself = 'a service that contradicts itself';
const denied = 'a service that denies a charge';
const deniedHold = 'a service that denies a hold';
const less = 'a service that names less than before';
const more = 'a service that names more than there was';
const besideLie = 'an operation beside a lie';
const refusing = 'a service that does what it refuses';
const refusingHold = 'a service that does to a hold what it refuses';
const refusingLate = 'a service that does what it refuses, and lags behind';
const dropping = 'a service that names nothing, and drops what it accepted';
const unnamed = 'a service that names nothing, and does what it refuses';
const rest = 'a rest that the cabinet returns';
const dispute = 'a charge that a bank disputes';
const often = 'an order at which too many payments fail';

export const brokenRules: Readonly<Record<string, BrokenRule>> = {
  'a token is sent beside one that closes the order': {
    file: 'order/write.ts',
    from: 'if (isSent && (!storedAttempt.live || others.some(closesOrder)))',
    to: 'if (isSent && !storedAttempt.live)',
    world: freedOrder,
  },
  'an attempt is written whatever another has written': {
    file: 'order/write.ts',
    from: "if (storedAttempt?.version !== next.version - 1) return 'stale';",
    to: "if (!storedAttempt) return 'stale';",
    world: processes,
  },
  'a token may pay two attempts': {
    file: 'order/write.ts',
    from: "if (others.some((other) => hasSameKey(other, next))) return 'reused';",
    to: '',
    world: freedOrder,
  },
  'two attempts may be live': {
    file: 'order/write.ts',
    from: 'live: next.live && !isOtherLive,',
    to: 'live: next.live,',
    world: freedOrder,
  },
  'the time of sending is not kept': {
    file: 'order/write.ts',
    from: "state === 'sending' && storedAttempt.state !== 'sending' ? now : storedAttempt.sentAt",
    to: 'storedAttempt.sentAt',
    world: presses,
  },
  'no time is set for a question': {
    file: 'order/write.ts',
    from: 'return checkIn === null ? null : now + checkIn;',
    to: 'return null;',
    world: presses,
  },
  'the next change has no time of delivery': {
    file: 'order/delivery.ts',
    from: 'delivery: changes.length === 0 ? null : { at: now, tries: 0 }',
    to: 'delivery: null',
    world: charge,
  },
  'a change without money is delivered beside money': {
    file: 'order/delivery.ts',
    from: "const isSilent = states[attempt.state].money === 'none' && isBesideMoney;",
    to: 'const isSilent = false;',
    world: freedOrder,
  },
  'two operations may be open': {
    file: 'order/new-operation.ts',
    from: '(isOpen(each) || (each.key',
    to: '((each.key',
    world: charge,
  },
  'an operation that has ended may end otherwise': {
    file: 'order/write.ts',
    from: 'if (!isOwn || !(isOpen(operation) || isDropped || isReviewed)) return operation;',
    to: 'if (!isOwn) return operation;',
    world: lag,
  },
  'an operation makes nothing due': {
    file: 'order/new-operation.ts',
    from: 'return { record: makeDue(nextRecord, attempt.sessionId, now).record, result: operation };',
    to: 'return { record: { ...nextRecord, attempts: nextRecord.attempts.map((each) => ({ ...each, nextCheckAt: null })) }, result: operation };',
    world: charge,
  },
  'two looks within the grace period free an order': {
    file: 'order/transition.ts',
    from: 'waited(attempt, sentAt) >= Math.max(grace, 2 * timeout)',
    to: 'waited(attempt, sentAt) >= 0',
    world: presses,
  },
  'an unknown answer is a failure': {
    file: 'order/pay-token.ts',
    from: "const change = isUndecided(attempt.state) ? ({ state: 'unknown' } as const) : null;",
    to: "const change = isUndecided(attempt.state) ? ({ state: 'failed' } as const) : null;",
    world: presses,
  },
  'a paid order is not asked about again': {
    file: 'order/check.ts',
    from: 'if (isPaid(state) || isAwaited) {',
    to: 'if (isPaid(state)) return null;\n  if (isAwaited) {',
    world: presses,
  },
  'what was freed is not watched': {
    file: 'order/check.ts',
    from: 'return checks < pauses.length ? pauseAfter(checks, pauses, chance) : null;',
    to: 'return null;',
    world: presses,
  },
  'an open attempt is not asked about again': {
    file: 'order/check.ts',
    from: 'return null;\n  return soon(attempt, chance);',
    to: 'return null;\n  return secondLook(attempt, chance);',
    world: presses,
  },
  'a final state may go back': {
    file: 'order/state.ts',
    from: 'states[nextState].rank > states[state].rank ||',
    to: 'states[nextState].rank !== states[state].rank ||',
    world: presses,
  },
  'another attempt than the paid one leads': {
    file: 'order/attempt.ts',
    from: "if (money === 'charged') return 5;",
    to: "if (money === 'charged') return 0;",
    world: freedOrder,
  },
  'an operation is refused while it is on its way': {
    file: 'order/operation-status.ts',
    from: 'const isLate = waited(askedAttempt, sentAt) > grace;',
    to: 'const isLate = true;',
    world: charge,
  },
  'any status ends an operation': {
    file: 'order/operation-status.ts',
    from: "if (kind === 'capture') return charged > before;",
    to: "if (kind === 'capture') return true;",
    world: hold,
  },
  'money that another operation moved ends this one': {
    file: 'order/operation-status.ts',
    from: 'refunded >= before + amount;',
    to: 'refunded >= before;',
    world: charge,
  },
  'an operation is dropped while the service lags behind': {
    file: 'order/operation-status.ts',
    from: 'waited(askedAttempt, sentAt) > grace)\n    .map',
    to: 'waited(askedAttempt, sentAt) >= 0)\n    .map',
    world: lag,
  },
  'an accepted refund is not counted': {
    file: 'order/operation.ts',
    from: 'const returnedAmount = Math.max(refunded, Math.min(charged, before + amount));',
    to: 'const returnedAmount = refunded;',
    world: charge,
  },
  'less than before counts by one look': {
    file: 'order/status.ts',
    from: "const look = firstLook(attempt, doubt('less than before', attempt));",
    to: 'const look = null as Transition | null;',
    world: less,
  },
  'a notice of a hold comes again': {
    file: 'order/hold.ts',
    from: 'next.holdNotice === attempt.holdNotice ? null : next.holdNotice',
    to: 'next.holdNotice',
    world: ending,
  },
  'a hold that an operation has taken ends': {
    file: 'order/hold.ts',
    from: "charged > 0 || operations.some((operation) => operation.state === 'done')",
    to: 'charged > 0',
    world: ending,
  },
  'a notice does not wait for an operation': {
    file: 'order/transition.ts',
    from: 'const notice = open ? null : dueNotice(attempt);',
    to: 'const notice = dueNotice(attempt);',
    world: ending,
  },
  'no question comes before a notice': {
    file: 'order/check.ts',
    from: '[notice, look, ',
    to: '[look, ',
    world: ending,
  },
  'the operations are not stored': {
    file: 'records/record-body.ts',
    from: '...(operations.length > 0 && { operations }),',
    to: '',
    world: charge,
  },
  'the time of a delivery is not stored': {
    file: 'order/due.ts',
    from: "return delivery ? [...questions, { subject: '', queue: 'change', ...delivery }] : questions;",
    to: 'return questions;',
    world: presses,
  },
  'an order in doubt is open': {
    file: 'order/attempt.ts',
    from: " || flag === 'contradicted' || doubtedAt !== null;",
    to: " || flag === 'contradicted';",
    world: itself,
  },
  'an order in review for a contradiction is open': {
    file: 'order/attempt.ts',
    from: " || flag === 'contradicted' || doubtedAt !== null;",
    to: ' || doubtedAt !== null;',
    world: refusingHold,
  },
  'an answer that contradicts itself is not kept': {
    file: 'order/contradiction.ts',
    from: "'contradicts itself': { none: 'ask',",
    to: "'contradicts itself': { none: 'nothing',",
    world: itself,
  },
  'a denial of a charge is older than the charge': {
    file: 'order/contradiction.ts',
    from: "held: 'counts twice', charged: 'ask', returned: 'nothing' },\n  /** Less",
    to: "held: 'counts twice', charged: 'nothing', returned: 'nothing' },\n  /** Less",
    world: denied,
  },
  'one look ends a hold': {
    file: 'order/status.ts',
    from: 'return isOver ? null : firstLook(attempt, doubts);',
    to: 'return null;',
    world: deniedHold,
  },
  'two looks at the same time end a hold': {
    file: 'order/transition.ts',
    from: 'if (absentAt !== null && waited(attempt, absentAt) >= absenceGap) return null;',
    to: 'if (absentAt !== null) return null;',
    world: deniedHold,
  },
  'a webhook ends a hold': {
    file: 'order/status.ts',
    from: 'if (!isCurrent) return { change: null, ...(isTwice && { isUnclear: true }) };',
    to: 'if (!isCurrent) return null;',
    world: deniedHold,
  },
  'a doubt comes to no review': {
    file: 'order/transition.ts',
    from: '(isLong(doubtedAt) || isLong(accepted?.sentAt))',
    to: 'isLong(accepted?.sentAt)',
    world: denied,
  },
  'an accepted operation that nothing shows comes to no review': {
    file: 'order/transition.ts',
    from: '(isLong(doubtedAt) || isLong(accepted?.sentAt))',
    to: 'isLong(doubtedAt)',
    world: dropping,
  },
  'all of a charge goes back beside the status paid': {
    file: 'order/position.ts',
    from: "contradiction: refunded > charge ? 'more than charged' : whole,",
    to: "contradiction: refunded > charge ? 'more than charged' : undefined,",
    world: more,
  },
  'more than the charge goes back beside the status refunded': {
    file: 'order/position.ts',
    from: "if (part > whole) return 'more than charged';",
    to: '',
    world: more,
  },
  'the same contradiction again ends its doubt': {
    file: 'order/status.ts',
    from: 'isCertain && !contradiction ? certainty(attempt) : {}',
    to: 'isCertain ? certainty(attempt) : {}',
    world: more,
  },
  'a rest without an amount is the part that is known': {
    file: 'order/position.ts',
    from: 'isUnnamed && isCharged && known.isShown && status !== attempt.status',
    to: 'isUnnamed && !isCharged',
    world: rest,
  },
  'what is in doubt ends an operation': {
    file: 'order/answer.ts',
    from: 'if (isDoubted || transition.isContradicted)',
    to: 'if (transition.isContradicted)',
    world: besideLie,
  },
  'a contradiction ends an operation': {
    file: 'order/answer.ts',
    from: 'if (isDoubted || transition.isContradicted)',
    to: 'if (isDoubted)',
    world: besideLie,
  },
  'an operation begins during a review': {
    file: 'order/command.ts',
    from: "remainder <= 0 || flag === 'mismatch' || flag === 'contradicted'",
    to: "remainder <= 0 || flag === 'mismatch'",
    world: refusing,
  },
  'a refusal beside its own amount is believed': {
    file: 'order/operation-status.ts',
    from: 'return moved === amount || isUnnamed',
    to: 'return false',
    world: refusing,
  },
  'a refusal whose amount moves later is believed': {
    file: 'order/refusal.ts',
    from: 'movedAmount(kind, attempt, next) === amount,',
    to: 'movedAmount(kind, attempt, next) === Infinity + amount,',
    world: refusingLate,
  },
  'a key is sent again after a refusal': {
    file: 'order/refusal.ts',
    from: "return refusal !== 'not_sent' && (wanted.isCallersKey || isUnproven(operation));",
    to: "return refusal !== 'not_sent' && !wanted.isCallersKey && isUnproven(operation);",
    world: unnamed,
  },
  'a refusal that nothing proves is sent again': {
    file: 'order/refusal.ts',
    from: "return refusal !== 'not_sent' && (wanted.isCallersKey || isUnproven(operation));",
    to: "return refusal !== 'not_sent' && wanted.isCallersKey;",
    world: unnamed,
  },
  'a status without an amount proves that nothing of a part moved': {
    file: 'order/operation-status.ts',
    from: 'if (returnedAmount === null) return before + amount >= charged;',
    to: 'if (returnedAmount === null) return true;',
    world: unnamed,
  },
  'a refusal is proven while the service lags behind': {
    file: 'order/refusal.ts',
    from: 'waited(attempt, refusedAt ?? sentAt) >= absenceGap;',
    to: 'waited(attempt, refusedAt ?? sentAt) >= 0;',
    world: refusingLate,
  },
  'the lag counts from the sending of an operation': {
    file: 'order/refusal.ts',
    from: 'waited(attempt, refusedAt ?? sentAt) >= absenceGap;',
    to: 'waited(attempt, sentAt) >= absenceGap && (refusedAt ?? 0) >= 0;',
    world: refusingLate,
  },
  'another key sends a part again that nothing proves': {
    file: 'order/refusal.ts',
    from: 'return !wanted.isCallersKey && isSame && isUnproven(operation);',
    to: 'return false && isSame;',
    world: unnamed,
  },
  'the status of an answer to a capture ends its hold': {
    file: 'order/operation-answer.ts',
    from: "return isEnd ? { kind: 'unknown' } : evidence;",
    to: 'return evidence;',
    world: refusingHold,
  },
  'an operation goes out beside a dispute': {
    file: 'order/command.ts',
    from: "if (state !== 'disputed' || force) return;",
    to: 'if (state !== undefined || force) return;',
    world: dispute,
  },
  'an order stays open however many payments fail': {
    file: 'order/new-attempt.ts',
    from: 'if (first && (isTaken || hasTooManyAttempts(record)))',
    to: 'if (first && isTaken)',
    world: often,
  },
  'an earlier failure that is a line does not count': {
    file: 'order/attempt-limit.ts',
    from: '[...lineTimes, ...attempts',
    to: '[...attempts',
    world: often,
  },
  'a dispute ends by one look': {
    file: 'order/status.ts',
    from: 'return isEnd ? afterDispute(attempt, beside) : null;',
    to: 'return null;',
    world: dispute,
  },
  'a disputed order can be paid': {
    file: 'order/state.ts',
    from: "disputed: { rank: 10, live: true, final: true, money: 'charged'",
    to: "disputed: { rank: 10, live: false, final: true, money: 'returned'",
    world: dispute,
  },
};
