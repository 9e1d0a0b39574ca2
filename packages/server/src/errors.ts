export type { ErrorCode, ErrorDetails, ErrorOrigin } from '@wallet-buttons/service-client';
export { describe, invalidConfig, isErrorCode } from '@wallet-buttons/service-client';
export { WalletServerError, wholeNumber } from '@wallet-buttons/service-client';
