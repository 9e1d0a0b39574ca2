import { type ServeFile, servedFile } from '../served-file.ts';

/** The built tags of `@wallet-buttons/elements`: one file that defines all three. */
export const builtTags = new URL(import.meta.resolve('@wallet-buttons/elements/cdn/define.js'));

/** Serves the tags, so that a page in any language needs one `<script type="module">`. `null` if they are not built. */
export function tagsIn(file: URL): ServeFile | null {
  return servedFile(file, {
    'cache-control': 'public, max-age=300',
    // A page of another origin may load it as a module: it has no secret.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
}
