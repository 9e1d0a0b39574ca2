import type { ServiceError } from '@wallet-buttons/service-client';
import { networkCode } from './look.ts';
import { noAnswer, type Problem, untrustedCertificate } from './problem.ts';

/** The parts of an answer that show who gave it. */
export interface Headers {
  /** 0 without an answer. */
  readonly status: number;
  readonly date: string | null;
  readonly type: string;
  readonly location: string | null;
  /** Of a server that asks for a login. */
  readonly login: string | null;
}

/** The reason why an answer is not from the service. A refusal by the service counts as its answer. */
export function problemOf(refusal: ServiceError | null, headers: Headers): Problem | null {
  const { status, type, location, login } = headers;
  const http = `HTTP ${String(status)}`;
  const wasRefused = refusal?.code === 'service_refused';
  if (wasRefused && login !== null && refusal.details.serviceCode === undefined) {
    const fix =
      'Give the base URL that the service named; a proxy has to let it through without a login.';
    return { seen: `${http}, and a login is asked for`, fix };
  }
  // An allow-list of addresses may be a firewall's, with a page of its own.
  if (wasRefused && status === 403) return null;
  if (/html/i.test(type) && (wasRefused || refusal?.code === 'service_answer_invalid')) {
    const observation = `${http} with a page (${type}) instead of JSON`;
    return {
      seen: observation,
      fix: 'Give the base URL of the API: this is a web page, or a login before it.',
    };
  }
  if (refusal?.code === 'service_answer_invalid' && refusal.message.includes('JSON')) {
    const fix = 'Check the base URL: the service answers with JSON.';
    return { seen: `${http}: ${refusal.message}`.replace(/\.$/, ''), fix };
  }
  if (!refusal || wasRefused || refusal.code === 'service_answer_invalid') return null;
  if (refusal.code !== 'service_failed') return unreached(refusal);
  if (status >= 300 && status < 400) {
    const observation = location === null ? http : `${http} to ${location}`;
    return { seen: observation, fix: 'Give the base URL itself, without a redirect.' };
  }
  const observation = `${http}: ${refusal.message}`.replace(/\.$/, '');
  if (status === 429)
    return { seen: observation, fix: 'Wait: the service takes no more calls for now.' };
  return { seen: observation, fix: "Look at the service's status page, and try again later." };
}

function unreached(refusal: ServiceError): Problem {
  const reason = reasonOf(refusal);
  const isUntrusted = /CERT|SELF_SIGNED|UNABLE_TO/.test(reason) && !reason.includes('_ALERT_');
  return isUntrusted ? untrustedCertificate(reason) : noAnswer(reason);
}

/** The code of what ended the call: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
function reasonOf(error: Error): string {
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return error.name === 'TimeoutError' ? 'ETIMEDOUT' : networkCode(error);
}
