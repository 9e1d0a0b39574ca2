/** A member of the JSON that a shop got, for the title of its page. */
export function memberOf(json: string, member: string): string {
  return String((JSON.parse(json) as Record<string, unknown>)[member]);
}
