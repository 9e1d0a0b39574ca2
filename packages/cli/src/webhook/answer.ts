import { isObject } from '../files.ts';

/** An answer to a webhook, as far as it shows who gave it. */
export interface WebhookAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Who answered to a webhook, and what: the server refused the signature (`refused`) or the address (`unlisted`), takes
 * webhooks unverified and knows no such session (`unknown`), or accepted it (`accepted`). `foreign`: a login, a gateway
 * or a page of the shop answered in the server's place. `unclear`: a 401 without the server's code. `other`: any other
 * status, which anybody may have given.
 */
export type WebhookOutcome =
  | 'refused'
  | 'unlisted'
  | 'unknown'
  | 'accepted'
  | 'foreign'
  | 'unclear'
  | 'other';

/** Reads an answer. Only the server's own counts: a proxy in front of it may ask for a login, with any status. */
export function outcomeOf(answer: WebhookAnswer): WebhookOutcome {
  const { status, headers, body } = answer;
  const code = codeIn(body);
  if (code === 'address_not_allowed') return 'unlisted';
  if (code === 'webhook_unknown') return 'unknown';
  if ('www-authenticate' in headers) return 'foreign';
  if (status === 401) {
    // A backend of another kind may say nothing; a login always does.
    if (/signature/i.test(code) || body.length === 0) return 'refused';
    return isForeign(answer) ? 'foreign' : 'unclear';
  }
  if (status >= 200 && status < 300) return isForeign(answer) ? 'foreign' : 'accepted';
  return 'other';
}

/** A backend answers to a webhook with nothing, a short word such as OK, or JSON; a login answers with a page. */
function isForeign({ headers, body }: WebhookAnswer): boolean {
  const text = body.toString('utf8').trim();
  const isWord = /^[\w ".!-]{0,20}$/.test(text);
  return /html/i.test(headers['content-type'] ?? '') || !(isWord || isJson(text));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The code in a problem document; `''` for any other answer. */
function codeIn(body: Buffer): string {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    return isObject(json) && typeof json['code'] === 'string' ? json['code'] : '';
  } catch {
    return '';
  }
}
