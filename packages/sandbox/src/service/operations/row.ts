/** What every operation of the service is made of. */
import type { ScenarioFields } from '../payment/scenario.ts';
import type { Service } from '../service.ts';
import type { Expected, RequestBody } from '../wire/request.ts';
import type { Members } from '../wire/wire.ts';
import type { OperationName } from './names.ts';

/** One call whose signature, merchant and fields were checked. */
export interface Call {
  readonly service: Service;
  readonly operation: OperationName;
  readonly body: RequestBody;
  /** Scenario fields of the call itself. */
  readonly header: ScenarioFields;
}

/** The answer, and the work that follows it. */
export interface Reply {
  /** JSON, or the bytes of a PDF. */
  readonly body: unknown;
  readonly after?: () => void;
}

/** One operation. */
export interface OperationRow extends Expected {
  /** What a success answers, for readers. */
  readonly answers: string;
  /** What fields and answer rest on. */
  readonly basis: 'documented' | 'observed' | 'assumed';
  run(call: Call): Reply | Promise<Reply>;
}

/** The text of a field, or null when it is absent or null. */
export function textOf(fields: Members, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}
