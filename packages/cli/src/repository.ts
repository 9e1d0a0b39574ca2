import { existsSync, readFileSync } from 'node:fs';

/** The address of the repository, where the guide and the READMEs are. */
export const repository = findRepository(new URL('../', import.meta.url));

/** A published package names it in its own manifest. In the repository itself only the root's manifest does. */
function findRepository(folder: URL): string {
  const path = new URL('package.json', folder);
  const manifest = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { readonly repository?: { readonly url: string } })
    : {};
  const url = manifest.repository?.url;
  return url?.replace(/^git\+|\.git$/g, '') ?? findRepository(new URL('../', folder));
}
