import type { Frame, Page, Response } from 'playwright-core';
import { attributesIn } from '../html.ts';
import type { Arrivals } from './arrivals.ts';
import { type DomNode, elementsIn, type RawNode } from './dom.ts';
import type { Recording } from './recording.ts';
import { hashed, plain, type SeenScript } from './seen-script.ts';

/**
 * What Firefox tells: the files that it requests, and the inline scripts of its documents. It has no debugger that names
 * evaluated code, and does not show the scripts of blobs, shared workers and service workers.
 */
export function recordFirefox(page: Page, { responses }: Arrivals): Recording {
  const nodes = async (): Promise<readonly DomNode[]> =>
    (await Promise.all(page.frames().map(elementsOf))).flat();
  return {
    ready: Promise.resolve(),
    requested: () => new Set(),
    // It fails where the page leaves meanwhile.
    answered: async () => page.evaluate('0').catch(() => undefined),
    workers: () => page.workers().map((worker) => ({ kind: 'worker', url: plain(worker.url()) })),
    scripts: async () => {
      const workers = page.workers().map((worker) => worker.url());
      const files = responses
        .filter((response) => response.request().resourceType() === 'script' && response.ok())
        .map(async (response) => fileOf(response, page, workers));
      const pages = responses.filter((response) => response.request().isNavigationRequest());
      const pageTexts = pages.map(
        async (response) => [response.url(), await textOf(response)] as const,
      );
      const html = new Map(await Promise.all(pageTexts));
      return [...(await Promise.all(files)), ...inlineIn(await nodes(), html, page.url())];
    },
    nodes,
  };
}

async function fileOf(
  response: Response,
  page: Page,
  workers: readonly string[],
): Promise<SeenScript> {
  const request = response.request();
  const frame = request.frame();
  const worker = [request.url(), request.headers()['referer'] ?? ''].find((url) =>
    workers.includes(url),
  );
  const frameKind = frame === page.mainFrame() ? 'page' : 'frame';
  const kind = worker === undefined ? frameKind : 'worker';
  const place = { kind, url: plain(worker ?? frame.url()) } as const;
  return {
    kind: 'file',
    url: plain(response.url()),
    place,
    line: 0,
    ...hashed(await textOf(response)),
  };
}

/** The body; `''` if the browser no longer has it. */
async function textOf(response: Response): Promise<string> {
  return response.text().catch(() => '');
}

/** The inline scripts of the documents, and those that have removed themselves. */
function inlineIn(
  nodes: readonly DomNode[],
  html: ReadonlyMap<string, string>,
  page: string,
): readonly SeenScript[] {
  const present = nodes
    .filter(({ name, attributes }) => name === 'SCRIPT' && isInline(attributes))
    .map(({ document, text }) => [document, text] as const);
  const writtenScripts = [...html].flatMap(([document, text]) =>
    inlineOf(text).map((source) => [document, source] as const),
  );
  const all = [...writtenScripts, ...present].filter(([, source]) => source.trim() !== '');
  const different = new Map(all.map((each) => [JSON.stringify(each), each]));
  return [...different.values()].map(([address, source]) => {
    const place = { kind: address === page ? 'page' : 'frame', url: plain(address) } as const;
    const parts = html.get(address)?.split(source, 2) ?? [];
    // A script that another script has inserted has no line.
    const line = parts.length === 2 ? (parts[0] ?? '').split('\n').length : 0;
    return { kind: 'inline', url: plain(address), place, line, ...hashed(source) };
  });
}

/** The inline scripts in HTML, without those in comments. */
function inlineOf(html: string): readonly string[] {
  const parts = html.matchAll(
    /<!--[^]*?-->|<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>([^]*?)<\/script/gi,
  );
  return Array.from(parts)
    .filter(([, attributes]) => attributes !== undefined && isInline(attributesIn(attributes)))
    .map(([, , source = '']) => source);
}

function isInline(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get('type')?.toLowerCase() ?? '';
  return !attributes.has('src') && /^$|^module$|javascript|ecmascript/.test(type);
}

/** Reads a document in the form of Chromium. Closed shadow roots cannot be read. */
async function elementsOf(frame: Frame): Promise<readonly DomNode[]> {
  const root: unknown = await frame.evaluate(`(() => {
    const read = (node) => ({
      nodeName: node.nodeName,
      nodeType: node.nodeType,
      nodeValue: node.nodeValue ?? '',
      attributes: [...(node.attributes ?? [])].flatMap(({ name, value }) => [name, value]),
      children: [...node.childNodes].map(read),
      shadowRoots: node.shadowRoot ? [read(node.shadowRoot)] : [],
    });
    return { ...read(document), documentURL: document.URL };
  })()`);
  return elementsIn(root as RawNode);
}
