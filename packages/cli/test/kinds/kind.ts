import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A file of a project: text, bytes of another encoding, a link, or a text in a read-only file. */
export type Content = string | Buffer | { readonly link: string } | { readonly readOnly: string };

/** A kind of project, and what `init` does there. */
export interface Kind {
  readonly title: string;
  readonly files: Readonly<Record<string, Content>>;
  /** The folder of the shop, if it is not the one of all files. */
  readonly folder?: string;
  /** The error, where nothing may be written. */
  readonly refusal?: RegExp;
  /** A step by hand. */
  readonly step?: RegExp;
  /** The address of the demo's checkout and of the endpoints, where they are not the usual ones. */
  readonly demo?: string;
  readonly base?: string;
  /** A file of the project that is edited. */
  readonly edited?: string;
}

export async function writeKind(place: string, { files }: Kind): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(place, path);
    await mkdir(dirname(file), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) await writeFile(file, content);
    else if ('link' in content) await symlink(content.link, file);
    else {
      await writeFile(file, content.readOnly);
      await chmod(file, 0o444);
    }
  }
}

export const manifest = (packages: Readonly<Record<string, string>>, more: object = {}): string =>
  JSON.stringify({ type: 'module', dependencies: packages, ...more });

export const expressManifest = manifest({ express: '5' });

/** An Express app with further lines, in a module. */
export const expressApp = (lines = ''): string =>
  `import express from 'express';\n\nconst app = express();\n${lines}app.listen(3000);\n`;
