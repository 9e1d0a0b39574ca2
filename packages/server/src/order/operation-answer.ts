import type { Evidence, Profile } from '@wallet-buttons/service-client';
import type { OperationKind } from './operation.ts';
import { moneyOf } from './state.ts';

/**
 * The evidence of an operation's answer. A status in it that would end the payment otherwise than the operation does is
 * only a reason to ask.
 */
export function operationEvidence(
  kind: OperationKind,
  evidence: Evidence,
  profile: Profile,
): Evidence {
  if (evidence.kind !== 'status') return evidence;
  const meaning = profile.meaningOf(evidence.answer.status) ?? 'pending';
  if (meaning === 'pending') return evidence;
  const money = moneyOf(meaning);
  const isEnd = money === 'none' || (money === 'returned' && kind === 'capture');
  return isEnd ? { kind: 'unknown' } : evidence;
}
