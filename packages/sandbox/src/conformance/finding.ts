/** What the backend did instead. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** @throws Finding with the observation, unless `right` holds */
export function expect(right: boolean, observation: string): asserts right {
  if (!right) throw new Finding(observation);
}
