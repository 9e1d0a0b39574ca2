import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isObject, textOf } from '../files.ts';

type Options = Readonly<Record<string, unknown>>;

/** The compiler options of a tsconfig.json with those of the files that it extends; its own win. */
export async function compilerOptionsOf(
  file: string,
  below: readonly string[] = [],
): Promise<Options> {
  if (below.includes(file) || !existsSync(file)) return {};
  const { extends: named = [], compilerOptions } = read(await textOf(file));
  let options: Options = {};
  for (const name of [named].flat())
    options = {
      ...options,
      ...(await compilerOptionsOf(extended(String(name), file), [...below, file])),
    };
  return isObject(compilerOptions) ? { ...options, ...compilerOptions } : options;
}

/** The file that `extends` names, beside `from` or in a package; empty where it is missing. */
function extended(name: string, from: string): string {
  const { resolve } = createRequire(from);
  for (const path of [name, `${name}.json`, `${name}/tsconfig.json`]) {
    try {
      const file = resolve(path);
      if (file.endsWith('.json')) return file;
    } catch {
      // The next one may exist.
    }
  }
  return '';
}

/** JSON with comments, and with commas behind the last entry. What is not readable has no options. */
function read(text: string): Options {
  const plain = text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\*[^]*?\*\/|\/\/.*/g, '$1')
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[\]}])/g, '$1');
  try {
    const json: unknown = JSON.parse(plain);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}
