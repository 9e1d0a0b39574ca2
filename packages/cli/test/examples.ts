import { run } from './run.ts';

/** A command of a README with what it prints. */
export interface Example {
  readonly command: string;
  readonly output: string;
}

/** The examples of a README: fences of `console`, whose first line is a command. */
export function examplesIn(readme: string): Example[] {
  const fences = readme.matchAll(/```console\n\$ (.*)\n([^]*?)```/g);
  return Array.from(fences, ([, command = '', output = '']) => ({ command, output }));
}

/** What a command really prints: results and errors, without progress. */
export async function outputOf(
  command: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const words = Array.from(
    command.matchAll(/'([^']*)'|(\S+)/g),
    ([, quoted, plain = '']) =>
      quoted ?? (plain.startsWith('$') ? (variables[plain.slice(1)] ?? '') : plain),
  );
  const { out, err } = await run(...words.slice(1));
  return `${out}${err.replaceAll(/^(Checking|Loading) .*\n/gm, '').replace(/^Found: [^]*/m, '')}`;
}

/** Without what differs from run to run: times, ids, hashes. */
export function stable(output: string): string {
  return output
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.-]+Z/g, '<time>')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, '<id>')
    .replaceAll(/\b[\da-f]{12}(?:[\da-f]{52}|…)/g, '<hash>');
}
