/** The payment service's stand-in, and the tokens and cards that its wallets know. */
export { startSandbox } from './service/server.ts';
export type { Sandbox, SandboxOptions } from './service/server.ts';
export { AMOUNT_RULES, DEFAULT_SCENARIO } from './service/scenario.ts';
export type {
  AmountRule,
  Scenario,
  ScenarioFields,
  ScenarioRequest,
  SpoiltCall,
} from './service/scenario.ts';
export type { StatusRequest, WebhookRequest } from './service/control.ts';
export type {
  Attempt,
  LedgerSession,
  Operation,
  SessionStatus,
  WebhookRecord,
} from './service/ledger.ts';
export type { RecordedCall } from './service/call-log.ts';
export type { SignatureVerdict } from './service/signature.ts';
export type { SandboxClock } from './service/background.ts';
export { TEST_CARDS } from './cards.ts';
export type { CardAuth, CardBehaviour, CardNetwork, TestCard } from './cards.ts';
export { mintToken, readToken } from './token.ts';
export type { TokenInput, TokenPayload, WalletAToken } from './token.ts';
