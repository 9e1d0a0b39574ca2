import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const folder = fileURLToPath(new URL('../../packages/sandbox/test/clients/', import.meta.url));

/** The page of a shop that uses a client of others. */
export interface ClientPage {
  /** A file of `packages/sandbox/test/clients`, without its ending. */
  readonly name: string;
  /** Packages in place of those that the file imports: an older version. */
  readonly instead?: Readonly<Record<string, string>>;
}

const scripts = new Map<string, Promise<string>>();

/** One script with everything that it imports. It is built once in each worker. */
export async function bundle(page: ClientPage): Promise<string> {
  const key = JSON.stringify(page);
  const script = scripts.get(key) ?? build(page);
  scripts.set(key, script);
  return script;
}

async function build({ name, instead = {} }: ClientPage): Promise<string> {
  const input = await rolldown({
    input: `${folder}${name}.ts`,
    platform: 'browser',
    resolve: { alias: { ...instead } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await input.generate({ format: 'es', codeSplitting: false });
  return output[0].code;
}
