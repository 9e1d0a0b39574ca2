import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A registry of npm that has the packages of this repository, as if they were published. */
export interface Registry extends AsyncDisposable {
  /** For `npm_config_registry`. */
  readonly url: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** A package at its path below the registry, and the path of its tarball. */
interface Published {
  readonly manifest: Manifest;
  readonly file: string;
  readonly path: string;
  readonly tarballPath: string;
}

/** Starts it on loopback. All other packages are those of the registry that npm is set to. */
export async function startRegistry(tarballs: readonly string[]): Promise<Registry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  const packages = tarballs.map(publish);
  const server = createServer((request, response) => {
    answer(request, response, { packages, upstream, url });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${String(port)}/`;
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function publish(file: string): Published {
  const manifest = JSON.parse(extract(file, 'package.json')) as Manifest;
  const path = `/${manifest.name}`;
  return { manifest, file, path, tarballPath: `${path}/-/${manifest.version}.tgz` };
}

/** Sends a package's document or tarball, or the reader on to the other registry. */
function answer(
  { url: target = '/' }: IncomingMessage,
  response: ServerResponse,
  { packages, upstream, url }: { packages: readonly Published[]; upstream: string; url: string },
): void {
  // npm writes the slash of a scoped name as %2f.
  const path = decodeURIComponent(target);
  const packageByPath = packages.find((each) => each.path === path);
  const packageByTarball = packages.find((each) => each.tarballPath === path);
  if (packageByPath !== undefined) {
    // The next registry may have this address, and other packages.
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(documentOf(packageByPath, url)));
  } else if (packageByTarball !== undefined) {
    response.setHeader('content-type', 'application/octet-stream');
    response.end(readFileSync(packageByTarball.file));
  } else if (path.startsWith('/@wallet-buttons/')) {
    // A name that is not packed is a mistake of a document: the public registry may not answer for it.
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}');
  } else {
    const base = upstream.endsWith('/') ? upstream : `${upstream}/`;
    response.writeHead(307, { location: base + target.slice(1) }).end();
  }
}

/** What npm reads of a package before it chooses a version. */
function documentOf({ manifest, file, tarballPath }: Published, url: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  const dist = { integrity, tarball: new URL(tarballPath, url).href };
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
  };
}

function extract(tarball: string, path: string): string {
  return execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { encoding: 'utf8' });
}
