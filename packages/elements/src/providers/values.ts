type Partially<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The members of an object that are not empty. */
export function filled<T extends object>(data: Partially<T>): T {
  return Object.fromEntries(
    Object.entries(data).filter(
      ([, value]) => typeof value === 'boolean' || (value && Object.keys(value).length),
    ),
  ) as T;
}

/** The words of an attribute. A page may also set a list, or separate them by commas. */
export function words(list: string | readonly string[]): readonly string[] {
  return String(list)
    .split(/[\s,]+/)
    .filter(Boolean);
}
