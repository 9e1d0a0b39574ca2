/** The attributes between the name of a tag and its end. */
export function attributesIn(text: string): ReadonlyMap<string, string> {
  const pairs = text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g);
  return new Map(
    Array.from(pairs, ([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? ''] as const),
  );
}
