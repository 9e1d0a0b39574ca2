/** A scenario from unknown JSON. */
import { objectOf, type Reader, reader, type Schema, wordSchema } from '../wire/schema.ts';
import { validationRefusal } from '../wire/refusal.ts';
import { type ScenarioFields, type ScenarioRequest, scenarioValues } from './scenario.ts';

/** A scenario from unknown JSON. @throws TypeError naming the field and its accepted values */
export const readScenario = reader(
  'a scenario',
  objectOf({
    external_id: wordSchema,
    ...Object.fromEntries(
      Object.entries(scenarioValues).map(([name, values]) => [name, schemaOf(name, values)]),
    ),
  }),
) as Reader<ScenarioRequest>;

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

function schemaOf(name: string, values: readonly unknown[] | string): Schema {
  if (typeof values !== 'string') return { enum: values };
  const [minimum, maximum] = name === 'webhookCopies' ? [1, 100] : [0, 600_000];
  return { type: 'integer', minimum, maximum };
}
