/** A scenario from unknown JSON. */
import { objectOf, type Reader, reader, type Schema, wordSchema } from '../wire/schema.ts';
import { validationRefusal } from '../wire/refusal.ts';
import { type ScenarioFields, type ScenarioRequest, scenarioValues } from './scenario.ts';

const limits: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  webhookCopies: [1, 100],
  times: [0, 100],
};

const readFields = reader(
  'a scenario',
  objectOf({
    external_id: wordSchema,
    ...Object.fromEntries(
      Object.entries(scenarioValues).map(([name, values]) => [name, schemaOf(name, values)]),
    ),
  }),
) as Reader<ScenarioRequest>;

/** A scenario from unknown JSON. @throws TypeError naming the field, and its accepted values or what contradicts it */
export function readScenario(value: unknown): ScenarioRequest {
  const request = readFields(value);
  const contradiction = contradictionIn(request);
  if (contradiction !== undefined) throw new TypeError(contradiction);
  return request;
}

/** Why one field leaves another without an effect. */
function contradictionIn(scenario: ScenarioFields): string | undefined {
  const { answer = 'normal', answerStatus = 0, answerCode = 'auto', times = 0 } = scenario;
  const { webhook, answerDelay = 0, processDelay = 0, processed = true } = scenario;
  const webhookField = Object.keys(scenario).find((name) => /^webhook./.test(name));
  if (webhook === 'never' && webhookField !== undefined) {
    return `${webhookField}: no webhook is sent with webhook: never`;
  }
  if ((answer === 'cut' || answer === 'truncated') && answerStatus !== 0) {
    return `answerStatus: no whole answer is sent with answer: ${answer}`;
  }
  if (answerCode !== 'auto' && answer !== 'refused' && answer !== 'in-progress') {
    return 'answerCode: only refused and in-progress have a code';
  }
  const isFault =
    answer !== 'normal' || answerStatus + answerDelay + processDelay > 0 || !processed;
  return times > 0 && !isFault ? 'times: there is no fault that it could count' : undefined;
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
    return readUncounted(JSON.parse(value));
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not a scenario';
    throw validationRefusal([{ message, code: 'invalid_value', path: 'x-sandbox-scenario' }]);
  }
}

/** A scenario of no order, without a count. @throws TypeError */
export function readUncounted(value: unknown): ScenarioFields {
  const { external_id: _, times, ...fields } = readScenario(value);
  if (times === undefined) return fields;
  throw new TypeError('times: only a scenario that is set while the sandbox runs counts calls');
}

function schemaOf(name: string, values: readonly unknown[] | string): Schema {
  if (typeof values !== 'string') return { enum: values };
  const [minimum, maximum] = limits[name] ?? [0, 600_000];
  return { type: 'integer', minimum, maximum };
}
