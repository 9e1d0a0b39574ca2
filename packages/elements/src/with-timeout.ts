/** The promise's value, or `late` if it has none within `milliseconds`. */
export async function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  late?: T,
): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<T | undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late);
  });
  return Promise.race([promise, timeout]).finally(() => {
    clearTimeout(timer);
  });
}
