/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** A whole number from 0 on, below `limit`. */
  readonly below: (limit: number) => number;
  readonly chance: (probability: number) => boolean;
  /** @throws {RangeError} when there is nothing to choose from. */
  readonly one: <T>(list: readonly T[]) => T;
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (probability) => next() < probability,
    one: (list) => {
      const [chosen] = list.slice(below(list.length));
      if (chosen === undefined) throw new RangeError('There is nothing to choose from.');
      return chosen;
    },
  };
}
