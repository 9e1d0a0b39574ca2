/** The contents of the fences of a language in Markdown. */
export function fencesOf(markdown: string, language: string): readonly string[] {
  const fences = markdown.matchAll(/^```(\w+)\n([^]*?)^```$/gm);
  return Array.from(fences)
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);
}
