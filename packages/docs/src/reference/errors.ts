import { type ErrorCode, WalletServerError } from '@wallet-buttons/server';
import { WalletError, type WalletErrorCode } from '@wallet-buttons/elements';
import { code, prose, table } from './markdown.ts';

/** Every error code of both sides, from the source of the errors. */
export function errorsPage(server: readonly string[], tags: readonly string[]): string {
  const answered = server.map((each) => {
    const error = new WalletServerError(each as ErrorCode, '');
    const { status, origin, retryable, suggestion } = error;
    return [code(each), String(status), origin, yes(retryable), prose(suggestion)];
  });
  const shown = tags.map((each) => {
    const { origin, retryable, suggestion } = new WalletError(each as WalletErrorCode, '');
    return [code(each), origin, yes(retryable), prose(suggestion)];
  });
  return `# Error codes

Every error has a stable code, says who has to act, and what to do.

## Codes of the server

They are in \`code\` of a \`WalletServerError\` or, for the signed calls, of a \`ServiceError\`, in the problem documents that the endpoints answer, and in the log.
\`npx @wallet-buttons/cli explain <code>\` says the same.

${table(['code', 'HTTP', 'who has to act', 'same call again', 'what to do'], answered)}

## Codes of the tags

They are in \`error.code\` of a \`wallet-error\` event.

${table(['code', 'who has to act', 'same press again', 'what to do'], shown)}
`;
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}
