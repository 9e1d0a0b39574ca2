import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../..', import.meta.url));

/** What an entry imports at run time. */
export interface Reached {
  /** The files of its own package and of this one, by their paths below `packages`. */
  readonly files: readonly string[];
  /** All other modules. */
  readonly modules: readonly string[];
}

/** Follows the imports of a file, by its URL, also into this package. The import of a type is gone at run time. */
export function reached(entry: string): Reached {
  const files = new Set<string>();
  const modules = new Set<string>();
  const open = [fileURLToPath(entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = relative(packages, file).replaceAll('\\', '/');
    if (files.has(name)) continue;
    files.add(name);
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      if (specifier.startsWith('.')) open.push(resolve(dirname(file), specifier));
      else if (specifier.startsWith('@wallet-buttons/service-client'))
        open.push(fileURLToPath(import.meta.resolve(specifier)));
      else modules.add(specifier);
    }
  }
  return { files: [...files], modules: [...modules] };
}

function importsOf(code: string): readonly string[] {
  const imports = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)from\s+)?'([^']+)'/gm;
  return [...code.matchAll(imports)].flatMap(([, names = '', specifier = '']) => {
    const importedNames = /\{([^}]*)\}/
      .exec(names)?.[1]
      ?.split(',')
      .filter((each) => each.trim() !== '');
    const isType = importedNames?.every((each) => each.trim().startsWith('type '));
    return isType === true && !/^\s*\w/.test(names) ? [] : [specifier];
  });
}
