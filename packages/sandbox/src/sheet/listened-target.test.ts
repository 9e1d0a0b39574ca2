import { assert } from '@open-wc/testing';
import { ListenedTarget } from './listened-target.ts';

describe('a target that knows whether something listens', () => {
  const listener = (): void => undefined;

  /** Dispatches the event. @returns whether something listens afterwards */
  function listensAfter(target: ListenedTarget): boolean {
    target.dispatchEvent(new Event('cancel'));
    return target.hasListener('cancel');
  }

  it('not to a listener that was to run once, and ran', () => {
    const target = new ListenedTarget();
    target.addEventListener('cancel', listener, { once: true });
    assert.isTrue(target.hasListener('cancel'));
    assert.isFalse(listensAfter(target));
  });

  it('not to a listener that a signal has removed', () => {
    const target = new ListenedTarget();
    const stop = new AbortController();
    target.addEventListener('cancel', listener, { signal: stop.signal });
    assert.isTrue(listensAfter(target));
    stop.abort();
    assert.isFalse(target.hasListener('cancel'));
    target.addEventListener('cancel', listener, { signal: stop.signal });
    assert.isFalse(target.hasListener('cancel'));
  });

  it('a listener that is added twice keeps its first options', () => {
    const target = new ListenedTarget();
    target.addEventListener('cancel', listener);
    target.addEventListener('cancel', listener, { once: true });
    assert.isTrue(listensAfter(target));
    target.removeEventListener('cancel', listener);
    assert.isFalse(target.hasListener('cancel'));
  });

  it('a listener that is removed and added again follows its new options', () => {
    const target = new ListenedTarget();
    const stop = new AbortController();
    target.addEventListener('cancel', listener, { once: true, signal: stop.signal });
    target.removeEventListener('cancel', listener);
    assert.isFalse(target.hasListener('cancel'));
    target.addEventListener('cancel', listener);
    stop.abort();
    assert.isTrue(listensAfter(target));
  });
});
