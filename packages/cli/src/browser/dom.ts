import { hashed, plain, type SeenScript } from './seen-script.ts';

/** An element of the page, of a frame in it, or of a shadow root. */
export interface DomNode {
  /** In capitals. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Address of its document. */
  readonly document: string;
  /** For a frame: the address of its content. */
  readonly framed: string;
  /** Its text, if it has no elements. */
  readonly text: string;
}

/** A node as Chromium reads it: by itself, and not by a script of the page. */
export interface RawNode {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly nodeValue?: string;
  readonly attributes?: readonly string[];
  readonly documentURL?: string;
  readonly children?: readonly RawNode[];
  readonly shadowRoots?: readonly RawNode[];
  readonly contentDocument?: RawNode;
  readonly templateContent?: RawNode;
}

/** Every element of a document, through frames and shadow roots. */
export function elementsIn(root: RawNode): readonly DomNode[] {
  return walk(root, root.documentURL ?? '');
}

function walk(node: RawNode, document: string): readonly DomNode[] {
  const { children = [], shadowRoots = [], contentDocument } = node;
  const elements = node.nodeType === 1 ? [element(node, document)] : [];
  const descendants = [...children, ...shadowRoots].flatMap((each) => walk(each, document));
  const frameElements = contentDocument
    ? walk(contentDocument, contentDocument.documentURL ?? '')
    : [];
  return [...elements, ...descendants, ...frameElements];
}

function element(node: RawNode, document: string): DomNode {
  const { nodeName, attributes: flat = [], children = [], contentDocument } = node;
  const pairs = flat.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), flat[index + 1] ?? ''] as const] : [],
  );
  const attributes = new Map(pairs);
  const source = attributes.get('src') ?? '';
  const sourceUrl = URL.canParse(source, document) ? new URL(source, document).href : '';
  return {
    name: nodeName.toUpperCase(),
    attributes,
    document,
    framed: contentDocument?.documentURL ?? sourceUrl,
    text: children.map(({ nodeValue = '' }) => nodeValue).join(''),
  };
}

/** Code outside of scripts: handlers in attributes, `javascript:` addresses, import maps. */
export function scriptsIn(nodes: readonly DomNode[], page: string): readonly SeenScript[] {
  return nodes.flatMap(({ name, attributes, document, text }) => {
    const scriptOf = (kind: SeenScript['kind'], source: string): SeenScript => {
      const url = plain(document);
      const place = { kind: url === page ? 'page' : 'frame', url } as const;
      return { kind, url, place, line: 0, ...hashed(source) };
    };
    if (name === 'SCRIPT' && attributes.get('type')?.toLowerCase() === 'importmap')
      return [scriptOf('import map', text)];
    return [...attributes]
      .filter(([attribute, value]) => attribute.startsWith('on') || /^\s*javascript:/i.test(value))
      .map(([, value]) => scriptOf('handler', value));
  });
}
