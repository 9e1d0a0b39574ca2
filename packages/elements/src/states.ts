/** Safari before 16.4 has no `attachInternals`. */
type Tag = Pick<HTMLElement, 'dataset'> & Partial<Pick<HTMLElement, 'attachInternals'>>;

type States = CustomStateSet | undefined;

/** A tag gives them once. */
export function statesOf(tag: Tag): States {
  return tag.attachInternals?.().states;
}

/**
 * Shows one state of a tag at a time as `:state()`, or as the attribute `data-state` where the browser
 * does not take such names: Safari before 17.4 and Chromium before 125.
 */
export function showState(tag: Tag, states: States, state: string): void {
  try {
    states?.clear();
    if (states?.add(state)) return;
  } catch {
    // An older browser takes names with two dashes alone.
  }
  tag.dataset['state'] = state;
}
