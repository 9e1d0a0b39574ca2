import type { Evidence, Profile } from '@wallet-buttons/service-client';
import type { Attempt } from './attempt.ts';
import { isUndecided } from './state.ts';
import { afterBankPage, afterStatus } from './status.ts';
import { afterContradiction, joined, type Transition } from './transition.ts';

/** The transition for the result of pay-token, if the token left. */
export function afterPayToken(attempt: Attempt, evidence: Evidence, profile: Profile): Transition {
  // A webhook, or a question of another process, may have settled it meanwhile.
  const change = isUndecided(attempt.state) ? ({ state: 'unknown' } as const) : null;
  switch (evidence.kind) {
    case 'mismatch':
      return { change, alarm: 'answer_mismatch', answer: evidence.answer };
    case 'contradicted': {
      const transition = afterContradiction(attempt, evidence.answer);
      return { ...transition, change: joined(change, transition.change) };
    }
    case 'refused':
      // What was asked before the refusal proves nothing: the token was still on its way.
      return { change: change && { ...change, refusal: evidence.code, absentAt: null } };
    case 'status': {
      const { answer } = evidence;
      return answer.acsUrl === null
        ? afterStatus(attempt, answer, { profile, isCurrent: true, operations: [] })
        : afterBankPage(attempt, answer, answer.acsUrl);
    }
    default:
      return { change };
  }
}
