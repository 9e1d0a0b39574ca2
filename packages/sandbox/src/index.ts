/** The payment service’s emulator, and the tokens and cards of its wallets. */
export { startSandbox } from './service/sandbox.ts';
export { type LedgerLimits, type Sandbox, type SandboxOptions } from './service/options.ts';
export { amountRules, type AmountRule, defaultScenario } from './service/payment/scenario.ts';
export { exampleProfiles } from './service/wire/example-profiles.ts';
export { type SandboxClock } from './service/clockwork.ts';
export { type WebhookTransitions } from './service/webhook/sender.ts';
export type * from './service/control-api.ts';
export {
  type CardAuth,
  type CardBehaviour,
  type CardFunding,
  type CardNetwork,
  testCards,
  type TestCard,
} from './cards.ts';
export * from './tokens/index.ts';
