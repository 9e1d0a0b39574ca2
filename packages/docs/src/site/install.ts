import { activate, tabsEnd, tabsStart } from './tabs.ts';

/** The package managers, in the order of their tabs. */
export const managers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type Manager = (typeof managers)[number];

/** A fence that installs packages, in a tab for each package manager. Any other fence stays as it is. */
export function withPackageManagers(
  text: string,
  id: string,
  render: (text: string) => string,
): string {
  if (!/^npm install(?: |$)/m.test(text)) return render(text);
  const blocks = managers.map((manager) => {
    const lines = text.split('\n').map((line) => installLine(line, manager));
    return render(lines.join('\n'));
  });
  const [first = '', ...others] = blocks;
  return `${tabsStart(managers, id)}${activate(first)}${others.join('')}${tabsEnd}`;
}

/**
 * A line that creates a project or installs packages as another package manager has it. Any other line stays: npm is
 * there wherever Node is.
 */
export function installLine(line: string, manager: Manager): string {
  if (manager === 'npm') return line;
  return line
    .replace(/^npx create-(\S+)/, `${manager} create $1`)
    .replace(/^npm create (\S+?)(@latest)? (\S+) --(?= )/, `${manager} create $1 $3`)
    .replace(/^npm install$/, `${manager} install`)
    .replace(/^npm install /, `${manager} add `)
    .replace(/ --save-dev\b/, manager === 'pnpm' ? ' --save-dev' : ' --dev');
}
