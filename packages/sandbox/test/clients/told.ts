/** A member of the JSON that a shop got, for the title of its page. */
export function told(json: string, member: string): string {
  return String((JSON.parse(json) as Record<string, unknown>)[member]);
}
