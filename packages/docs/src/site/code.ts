/** What the site shows around a fence: the name of its file, and tabs for package managers. */

type Render = (text: string) => string;

/** How each package manager writes `npm install`. */
const managers = [
  { name: 'npm', install: 'npm install', add: 'npm install', dev: '--save-dev' },
  { name: 'pnpm', install: 'pnpm install', add: 'pnpm add', dev: '--save-dev' },
  { name: 'yarn', install: 'yarn install', add: 'yarn add', dev: '--dev' },
  { name: 'bun', install: 'bun install', add: 'bun add', dev: '--dev' },
] as const;

/** The name in the first line moves above the code, so that a copy of the code lacks it. */
export function withFileName(text: string, render: Render, escape: Render): string {
  const [line, script, markup] = /^(?:\/\/ (\S+\.\w+)|<!-- (\S+\.\w+) -->)\n\n?/.exec(text) ?? [];
  const name = script ?? markup;
  if (line === undefined || name === undefined) return render(text);
  const code = render(text.slice(line.length));
  return `<div class="code-file"><p class="code-file-name">${escape(name)}</p>${code}</div>`;
}

/** A fence that only installs packages, in a tab for each package manager. Any other fence stays as it is. */
export function withPackageManagers(text: string, id: number, render: Render): string {
  const lines = text.trim().split('\n');
  if (!lines.every((line) => /^npm install(?: |$)/.test(line))) return render(text);
  const inputs = managers.map(({ name }, index) => {
    const key = `install-${String(id)}-${name}`;
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="install-${String(id)}" id="${key}"${checked}><label data-title="${name}" for="${key}">${name}</label>`;
  });
  const blocks = managers.map(({ name }, index) => {
    const code = render(`${lines.map((line) => installLine(line, name)).join('\n')}\n`);
    return index === 0 ? code.replace('class="language-', 'class="active language-') : code;
  });
  return `<div class="vp-code-group vp-adaptive-theme"><div class="tabs">${inputs.join('')}</div><div class="blocks">${blocks.join('')}</div></div>`;
}

/** A line of `npm install` as another package manager has it. */
export function installLine(line: string, name: (typeof managers)[number]['name']): string {
  const manager = managers.find((each) => each.name === name) ?? managers[0];
  if (line.trim() === 'npm install') return manager.install;
  return line.replace('npm install', manager.add).replace(/--save-dev|-D\b/, manager.dev);
}
