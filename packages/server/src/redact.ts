/**
 * What of somebody else's error is safe to keep: its name and code, where it arose, and what caused it
 * in turn. Never its text, which may quote a request.
 */
export function redacted(error: unknown, depth = 4): Error {
  const { name, code, syscall, errstr, stack, cause } = readable(error);
  const options = cause === undefined || depth === 0 ? {} : { cause: redacted(cause, depth - 1) };
  const safe = new Error(errstr ?? code ?? 'The text of this error is kept back.', options);
  Object.defineProperty(safe, 'name', { value: name, configurable: true });
  safe.stack = [`${name}: ${safe.message}`, ...stack].join('\n');
  return Object.assign(
    safe,
    code !== null && { code },
    syscall !== null && { syscall },
    errstr !== null && { errstr },
  );
}

interface Readable {
  readonly name: string;
  readonly code: string | null;
  readonly syscall: string | null;
  /** SQLite's words for its code, which holds for a full disk and for a broken one; they quote nothing. */
  readonly errstr: string | null;
  readonly stack: readonly string[];
  readonly cause: unknown;
}

const nothing: Readable = {
  name: 'Error',
  code: null,
  syscall: null,
  errstr: null,
  stack: [],
  cause: undefined,
};

/** Somebody's own error may throw when it is read. */
function readable(error: unknown): Readable {
  try {
    return error instanceof Error ? read(error) : nothing;
  } catch {
    return nothing;
  }
}

function read(error: Error): Readable {
  const code = 'code' in error ? word(error.code) : null;
  const isSqlite = code === 'ERR_SQLITE_ERROR' && 'errstr' in error;
  return {
    name: word(error.name) ?? 'Error',
    code,
    syscall: 'syscall' in error ? word(error.syscall) : null,
    errstr: isSqlite && typeof error.errstr === 'string' ? error.errstr : null,
    stack: framesOf(error),
    cause: error.cause,
  };
}

/** Where an error arose, line by line; nothing of its text, whatever lines that has. */
export function framesOf({ stack = '', message }: Error): readonly string[] {
  const below = stack.split('\n').slice(message.split('\n').length);
  return below.filter((line) => /^ +at .*:\d+:\d+\)?$/.test(line));
}

function word(value: unknown): string | null {
  return typeof value === 'string' && /^\w{1,64}$/.test(value) ? value : null;
}
