/** Safari before 16.4 has no `attachInternals`. */
type Tag = Pick<HTMLElement, 'dataset'> & Partial<Pick<HTMLElement, 'attachInternals'>>;

type States = CustomStateSet | undefined;

/** The custom states of a tag; may be called once for each tag. */
export function statesOf(tag: Tag): States {
  return tag.attachInternals?.().states;
}

/**
 * Shows the state of a tag as `:state()`, or as the attribute `data-state` in browsers without custom states: Safari
 * before 17.4, Chromium before 125 and Firefox before 126.
 */
export function showState(tag: Tag, states: States, state: string): void {
  try {
    states?.clear();
    if (states?.add(state)) return;
  } catch {
    // An older browser accepts only names with two dashes.
  }
  tag.dataset['state'] = state;
}
