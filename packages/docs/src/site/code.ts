type Render = (text: string) => string;

/** The name of a file in its first line moves above the code, so that a copy of the code lacks it. */
export function withFileName(text: string, render: Render, escape: Render): string {
  const [line, script, markup] = /^(?:\/\/ (\S+\.\w+)|<!-- (\S+\.\w+) -->)\n\n?/.exec(text) ?? [];
  const name = script ?? markup;
  if (line === undefined || name === undefined) return render(text);
  const code = render(text.slice(line.length));
  return `<div class="code-file"><p class="code-file-name">${escape(name)}</p>${code}</div>`;
}
