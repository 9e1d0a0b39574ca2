import { parseJson } from '../bytes.ts';
import type { Bytes } from '../bytes.ts';
import { pick, readPayment } from './operations.ts';
import type { JsonObject, PaymentAnswer } from './operations.ts';
import type { WireProfile } from './profile.ts';

/** A webhook of any version, in the words of get-status. */
export interface WebhookMessage {
  readonly sessionId: string;
  readonly answer: PaymentAnswer;
}

/**
 * Reads a webhook by its shape: flat, or with a list of payments. The version in its path is only a
 * label, since what the labels mean is not documented. `null` for anything that names no session.
 */
export function readWebhook(body: Bytes, profile: WireProfile): WebhookMessage | null {
  try {
    const message = parseJson(body) as JsonObject | null;
    const sessionId = message && pick(message, profile.answers.sessionId);
    if (!message || sessionId === null) return null;
    const payments = message['payments'];
    const single: unknown = Array.isArray(payments) && payments.length === 1 ? payments[0] : null;
    return {
      sessionId,
      answer: readPayment({ ...(single as JsonObject | null), ...message }, profile),
    };
  } catch {
    return null;
  }
}
