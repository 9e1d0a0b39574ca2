/** A scenario from unknown JSON. */
import { type OperationName, operationNames } from '../operations/names.ts';
import { compile, objectOf, type Schema, wordSchema } from '../wire/schema.ts';
import { validationRefusal } from '../wire/refusal.ts';
import type { Scenario, ScenarioFields, ScenarioRequest, SpoiltCall } from './scenario.ts';

const milliseconds = 'milliseconds, 0 to 600000';

/** The accepted values of each field: words, or a description of the numbers. */
export const scenarioValues: Readonly<Record<keyof Scenario, readonly unknown[] | string>> = {
  result: ['auto', 'paid', 'holded', 'failed', 'processing'],
  bankCheck: ['auto', 'always', 'never'],
  bankReturn: ['get', 'post', 'never'],
  bankBrowser: ['same', 'other'],
  answer: [
    'normal',
    'cut',
    'truncated',
    'html',
    'empty',
    'error403',
    'error429',
    'error500',
    'error503',
    'redirect',
    'unknown-status',
    'failed-status',
    'pending-status',
    'success-false',
    'other-session',
    'other-order',
    'refused',
    'in-progress',
  ],
  answerStatus: [0, 200, 202, 400, 401, 403, 404, 409, 423, 425, 429, 500, 503],
  answerOn: operationNames.map(kebabCase),
  processed: [true, false],
  processDelay: milliseconds,
  answerDelay: milliseconds,
  webhook: ['before', 'after', 'never'],
  webhookDelay: milliseconds,
  webhookVersion: ['auto', 'v1', 'v2', 'v3'],
  webhookForm: ['json', 'form', 'gzip', 'bom', 'list', 'ping'],
  webhookCopies: 'a number, 1 to 100',
  settleAfter: milliseconds,
  changeAfter: milliseconds,
  dropAfter: milliseconds,
  statusLag: milliseconds,
  statusAnswer: ['normal', 'cut', 'error503'],
  partRefund: ['auto', 'refunded'],
  paidOffAfter: milliseconds,
  expireAfter: milliseconds,
  replay: ['charge', 'refuse'],
};

const check = compile(
  objectOf({
    external_id: wordSchema,
    ...Object.fromEntries(
      Object.entries(scenarioValues).map(([name, values]) => [name, schemaOf(name, values)]),
    ),
  }),
);

/**
 * Reads a scenario from unknown JSON.
 *
 * @throws TypeError naming the field and its accepted values
 */
export function readScenario(input: unknown): ScenarioRequest {
  const [wrong] = check(input);
  if (wrong !== undefined) {
    throw new TypeError(`${wrong.path || 'a scenario'}: ${wrong.message}`);
  }
  // Every field was checked by name and value just above.
  return input as ScenarioRequest;
}

/**
 * The scenario of a single call.
 *
 * @param header the values of `x-sandbox-scenario`: JSON
 * @throws Refusal of type `validation`
 */
export function readScenarioHeader([value]: readonly string[] = []): ScenarioFields {
  if (value === undefined) return {};
  try {
    const { external_id: _, ...fields } = readScenario(JSON.parse(value));
    return fields;
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not a scenario';
    throw validationRefusal([{ message, code: 'invalid_value', path: 'x-sandbox-scenario' }]);
  }
}

/** `pay-token` for `payToken`. */
export function kebabCase(name: OperationName): SpoiltCall {
  // The type has the same words.
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) as SpoiltCall;
}

function schemaOf(name: string, values: readonly unknown[] | string): Schema {
  if (typeof values !== 'string') return { enum: values };
  const [minimum, maximum] = name === 'webhookCopies' ? [1, 100] : [0, 600_000];
  return { type: 'integer', minimum, maximum };
}
