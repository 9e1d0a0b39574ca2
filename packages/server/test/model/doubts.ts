import { type Attempt, closesOrder } from '../../src/order/attempt.ts';
import { isOpen, unshownOperation } from '../../src/order/operation.ts';
import { operationsOf } from '../../src/order/rules.ts';
import { isPaid, states } from '../../src/order/state.ts';
import { hour, profile, type QuestionFlight, type World } from './world.ts';

/** The promises about contradictions that an answer has broken. */
export function brokenBy(
  previousWorld: World,
  nextWorld: World,
  { attempt: { id, version }, evidence }: QuestionFlight,
): readonly string[] {
  const before = previousWorld.record.attempts.find((each) => each.id === id);
  const after = nextWorld.record.attempts.find((each) => each.id === id);
  // A later write than the question has its own answer.
  if (!before || !after || before.version !== version) return [];
  const isKept = after.doubtedAt !== null || after.flag !== null;
  const isContradicted = evidence.kind === 'contradicted';
  const meaning =
    evidence.kind === 'status' ? profile.meaningOf(evidence.answer.status) : undefined;
  const isDenied = states[before.state].money === 'charged' && meaning === 'failed';
  const isSecond = before.absentAt !== null && nextWorld.now - before.absentAt >= 10_000;
  const isOld = (since: number | null = null): boolean =>
    since !== null && nextWorld.now - since > 72 * hour;
  const unshown = unshownOperation(after, operationsOf(nextWorld.record, id));
  return Object.entries({
    'a contradiction closes its order': isContradicted && !closesOrder(after),
    'a contradiction changes no money': isContradicted && !isSameMoney(before, after),
    'less than before counts by two looks': after.refunded < before.refunded && !isSecond,
    'a denial of a charge is kept': isDenied && !isKept,
    'a doubt ends in a review':
      isOld(before.doubtedAt) && after.doubtedAt === before.doubtedAt && after.flag === null,
    'an accepted operation that nothing shows is in review':
      isOld(unshown?.sentAt) && after.flag === null,
    'a rest without an amount is in review':
      isRest(previousWorld, before, evidence) && after.flag === null && isPaid(after.state),
  }).flatMap(([promise, isBroken]) => (isBroken ? [promise] : []));
}

function isSameMoney(attempt: Attempt, other: Attempt): boolean {
  return (['held', 'charged', 'refunded'] as const).every((name) => attempt[name] === other[name]);
}

/** Whether an answer says that a charge went back, without an amount, after a status had shown a part. */
function isRest(
  { record }: World,
  { id, charged, refunded, status }: Attempt,
  evidence: QuestionFlight['evidence'],
): boolean {
  if (evidence.kind !== 'status' || evidence.answer.refunded !== null) return false;
  const isPart = refunded > 0 && refunded < charged;
  const isShown = operationsOf(record, id).every(
    (each) => !isOpen(each) && (each.state !== 'done' || each.isShown),
  );
  return isPart && isShown && evidence.answer.status === 'voided' && status !== 'voided';
}
