/** Safari before 16.4 has no `attachInternals`. */
type Tag = Element & Partial<Pick<HTMLElement, 'attachInternals'>>;

/**
 * Shows one state of a tag at a time as `:state()`, or as the attribute `data-state` where the browser
 * does not take such names: Safari before 17.4 and Chromium before 125.
 */
export function showState(tag: Tag): (state: string) => void {
  const states = tag.attachInternals?.().states;
  return (state) => {
    try {
      states?.clear();
      states?.add(state);
    } catch {
      tag.setAttribute('data-state', state);
    }
    if (!states) tag.setAttribute('data-state', state);
  };
}
