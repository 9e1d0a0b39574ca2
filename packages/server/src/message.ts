import type { Bytes } from './bytes.ts';

/** What of a request the endpoints read. */
export interface Asked {
  readonly method: string;
  /** Of its URL, as the URL standard writes them. */
  readonly path: string;
  /** Where the page that calls believes to be: the Host header, or else its URL's. */
  readonly host: string;
  readonly headers: Pick<Headers, 'get' | 'has'>;
}

/** A request as a runtime hands it over. */
export interface Incoming {
  readonly asked: Asked;
  /** Its body, no longer than `bodyLimit`; asked for once. */
  readonly read: () => Promise<Bytes>;
  /** The same as the platform's Request, without its body; made when it is first asked for. */
  readonly original: () => Request;
}

/** An answer, before it is a runtime's own. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Bytes | null;
}
