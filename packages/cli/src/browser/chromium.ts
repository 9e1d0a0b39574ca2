import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { UsageError } from '../report.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An event of the DevTools protocol. */
export interface CdpEvent {
  readonly method: string;
  readonly params: Fields;
  /** Its page, frame or worker; `''` for the browser. */
  readonly session: string;
}

/** The page could not be loaded. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** A running Chromium, driven over a pipe, without an open port and without a library. */
export interface Chromium {
  /** @throws {PageError} if the browser refuses the command. @throws {UsageError} if it has ended. */
  readonly send: (method: string, params?: Fields, session?: string) => Promise<Fields>;
  readonly listen: (listener: (event: CdpEvent) => void) => void;
  readonly close: () => Promise<void>;
}

/** No first run, no update, no background traffic, no stored data. */
const flags = [
  ...['--headless', '--remote-debugging-pipe', '--no-first-run', '--no-default-browser-check'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  ...['--disable-extensions', '--disable-gpu', '--mute-audio'],
];

/** Starts a browser with an empty profile. @param spki additional trusted public keys (SHA-256, base64). */
export async function startChromium(path: string, spki: readonly string[] = []): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), 'wallet-buttons-browser-'));
  const child = spawn(
    path,
    [
      ...flags,
      `--user-data-dir=${profile}`,
      ...(spki.length === 0 ? [] : [`--ignore-certificate-errors-spki-list=${spki.join(',')}`]),
      // The sandbox of Chromium does not start for root, as in most containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const { send, listen } = connect(child);
  return {
    send,
    listen,
    close: async () => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        await send('Browser.close').catch(() => child.kill());
        await closed;
      }
      // Its last process may still be writing.
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: { readonly message: string };
  readonly sessionId?: string;
}

/** Commands and answers are JSON, each ended by a zero byte. */
function connect(child: ChildProcess): Omit<Chromium, 'close'> {
  const [, , , to, from] = child.stdio as [null, null, null, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<Fields>>();
  const listeners: ((event: CdpEvent) => void)[] = [];
  let last = 0;
  let hasEnded = false;
  const end = (why: string): void => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(ended(why));
    waiting.clear();
  };
  to.on('error', () => undefined);
  child.on('error', ({ message }) => {
    end(message);
  });
  child.on('close', (code) => {
    end(String(code));
  });
  let rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const messages = `${rest}${text}`.split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) take(JSON.parse(message) as Message);
  });
  const take = ({ id, method, params = {}, result = {}, error, sessionId = '' }: Message): void => {
    if (id === undefined) {
      for (const listener of listeners) {
        listener({ method: method ?? '', params, session: sessionId });
      }
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new PageError(error.message));
    else asked?.resolve(result);
  };
  return {
    listen: (listener) => void listeners.push(listener),
    send: async (method, params = {}, session = '') => {
      if (hasEnded) throw ended('before');
      last += 1;
      const answer = Promise.withResolvers<Fields>();
      waiting.set(last, answer);
      const sessionId = session === '' ? {} : { sessionId: session };
      to.write(`${JSON.stringify({ id: last, method, params, ...sessionId })}\0`);
      return answer.promise;
    },
  };
}

function ended(why: string): UsageError {
  return new UsageError(
    `The browser ended (${why}). Start it once by hand to see why, or name another one with --browser.`,
  );
}
