const longest = 200;
const lastSteps = 14;

/** What a check did, step by step: without tokens and signatures. */
export class Transcript {
  readonly #steps: { text: string; times: number }[] = [];

  /** Equal steps in a row are counted. */
  add(text: string): void {
    const last = this.#steps.at(-1);
    if (last?.text === text) last.times += 1;
    else this.#steps.push({ text, times: 1 });
  }

  /** One line a step: the last ones. */
  lines(): readonly string[] {
    const omittedCount = this.#steps.length - lastSteps;
    const lines = this.#steps.slice(-lastSteps).map(({ text, times }) => {
      return times === 1 ? text : `${text} (${times} times)`;
    });
    return omittedCount > 0 ? [`… ${omittedCount} steps before`, ...lines] : lines;
  }
}

/** A text as one line, cut where it is long. */
export function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

/** A request's body as one line. A token is hidden. */
export function shownBody(text: string): string {
  return oneLine(text.replaceAll(/"token":"(?:[^"\\]|\\.)+"/g, '"token":"(hidden)"'));
}
