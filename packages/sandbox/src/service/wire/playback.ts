/** Answers of the real service, from a recording of the server’s client: in their order, once each, the last one again. */
import { isContainer } from './place.ts';
import { type Answer, jsonAnswer } from './spoilt-answer.ts';

/** One recorded call of `createServiceClient({ record })` of the server, redacted. */
interface RecordedExchange {
  readonly operation: string;
  readonly request: unknown;
  readonly status: number;
  readonly answer: unknown;
}

const redactedPattern = /^(redacted-|https:\/\/redacted\.example\/)/;

/** Plays a recording. What it does not have is left to the sandbox. */
export class Playback {
  readonly #left: Map<string, RecordedExchange[]>;
  /** The texts of this run for redacted ones: learnt from the requests, used in the answers. */
  readonly #texts = new Map<string, string>();

  /** @throws TypeError if it is not a recording */
  constructor(recording: unknown) {
    if (!Array.isArray(recording) || !recording.every(isExchange)) {
      throw new TypeError('recording has to be a list of {operation, request, status, answer}');
    }
    this.#left = Map.groupBy(recording, ({ operation }) => operation);
  }

  /** The answer to the next call of an operation; undefined if the recording has none. */
  answer(operation: string, body: Uint8Array): Answer | undefined {
    const [next, ...rest] = this.#left.get(operation) ?? [];
    if (next === undefined) return undefined;
    if (rest.length > 0) this.#left.set(operation, rest);
    this.#learn(next.request, parsed(body));
    return jsonAnswer(next.status, this.#restored(next.answer));
  }

  #learn(recordedValue: unknown, real: unknown): void {
    if (typeof recordedValue === 'string' && typeof real === 'string') {
      if (redactedPattern.test(recordedValue)) this.#texts.set(recordedValue, real);
      return;
    }
    if (!isContainer(recordedValue) || !isContainer(real)) return;
    for (const [name, value] of Object.entries(recordedValue)) this.#learn(value, real[name]);
  }

  #restored(value: unknown): unknown {
    if (typeof value === 'string') return this.#texts.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item) => this.#restored(item));
    if (!isContainer(value)) return value;
    const members = Object.entries(value).map(([name, held]) => [name, this.#restored(held)]);
    return Object.fromEntries(members);
  }
}

/** JSON, or a form. */
function parsed(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}

function isExchange(value: unknown): value is RecordedExchange {
  return isContainer(value) && typeof value['operation'] === 'string' && isStatus(value['status']);
}

function isStatus(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599;
}
