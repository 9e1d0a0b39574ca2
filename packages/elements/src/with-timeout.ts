import { PlatformPromise } from './platform.ts';

/** The promise's value, or `late` if it has none within `milliseconds`. */
export async function withTimeout<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  late?: T,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new PlatformPromise<T | undefined>((resolve, reject) => {
      timer = setTimeout(resolve, milliseconds, late);
      promise.then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
  }
}
