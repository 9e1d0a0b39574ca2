import { type ErrorCode, WalletServerError } from '@wallet-buttons/server';
import { WalletError, type WalletErrorCode } from '@wallet-buttons/elements';
import { code, prose } from './markdown.ts';

/** Every error code of both sides, from the source of the errors. */
export function errorsPage(server: readonly string[], tags: readonly string[]): string {
  const serverEntries = server.map((each) => {
    const { status, origin, retryable, suggestion } = new WalletServerError(each as ErrorCode, '');
    return entry(each, `HTTP ${String(status)}`, origin, retryable, suggestion);
  });
  const tagEntries = tags.map((each) => {
    const { origin, retryable, suggestion } = new WalletError(each as WalletErrorCode, '');
    return entry(each, 'of the tags', origin, retryable, suggestion);
  });
  return `# Error codes

Every error has a stable code, says who has to act, and what to do.

## Codes of the server

They are in \`code\` of a \`WalletServerError\` or, for the signed calls, of a \`ServiceError\`, in the problem documents that the endpoints answer, and in the log.
\`npx @wallet-buttons/cli explain <code>\` says the same. The origin says who has to act.

${serverEntries.join('\n\n')}

## Codes of the tags

They are in \`error.code\` of a \`wallet-error\` event.

${tagEntries.join('\n\n')}
`;
}

/** A code has a heading of its own, so that a search and a link lead to it. */
function entry(
  name: string,
  place: string,
  origin: string,
  retryable: boolean,
  suggestion: string,
): string {
  const retryText = retryable ? 'the same again may work' : 'the same again fails';
  return `### ${code(name)}\n\n${prose(suggestion)}\n\n<small>${place} · origin: ${origin} · ${retryText}</small>`;
}
