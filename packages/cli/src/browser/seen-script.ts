import { createHash } from 'node:crypto';

/** One script that the browser ran, or may run. */
export interface SeenScript {
  readonly kind: 'file' | 'inline' | 'evaluated' | 'handler' | 'import map';
  /** The address of a file; otherwise that of the surrounding document or script. No query. */
  readonly url: string;
  /** Where it ran. No query. */
  readonly place: { readonly kind: Place; readonly url: string };
  /** First line within `url`, from 1; 0 if it has none. */
  readonly line: number;
  readonly bytes: number;
  /** As in the `integrity` of a script: `sha384-…`. */
  readonly hash: string;
  readonly source: string;
}

export type Place = 'page' | 'frame' | 'worker' | 'shared worker' | 'service worker';

/** The members of `Debugger.scriptParsed` that are read. */
export interface Parsed {
  readonly scriptId: string;
  readonly url: string;
  readonly startLine: number;
  readonly startColumn: number;
  /** The address comes from a comment in the script. */
  readonly hasSourceURL?: boolean;
  /** The true address. */
  readonly embedderName?: string;
  readonly executionContextAuxData?: { readonly isDefault?: boolean; readonly frameId?: string };
  readonly stackTrace?: { readonly callFrames: readonly { readonly url: string }[] };
}

/** A script that Chromium has parsed. @param place the document or worker in which it ran. */
export function seenScript(
  { startLine, startColumn, stackTrace, ...script }: Parsed,
  place: { readonly kind: Place; readonly address: string },
  source: string,
): SeenScript {
  const address = script.embedderName || (script.hasSourceURL === true ? '' : script.url);
  const isInline =
    address.startsWith('about:') || (address === place.address && !place.kind.endsWith('worker'));
  const sourceKind = isInline ? 'inline' : 'file';
  const caller = stackTrace?.callFrames.find(({ url }) => url !== '')?.url;
  return {
    kind: address === '' ? 'evaluated' : sourceKind,
    url: plain(address || (caller ?? place.address)),
    place: { kind: place.kind, url: plain(place.address) },
    // A script that another script has inserted has no line.
    line: isInline && startLine + startColumn > 0 ? startLine + 1 : 0,
    ...hashed(source),
  };
}

/** The source with its size and hash. */
export function hashed(source: string): Pick<SeenScript, 'bytes' | 'hash' | 'source'> {
  const bytes = Buffer.from(source);
  const hash = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  return { bytes: bytes.length, hash, source };
}

/** An address without query and fragment: they may name an order or a payer. */
export function plain(url: string): string {
  if (url.startsWith('data:')) return 'data:';
  // A blob of the page has a random name.
  if (url.startsWith('blob:')) return `${url.slice(0, url.lastIndexOf('/'))}/…`;
  return url.replace(/[?#].*$/, '');
}
