/** The back office over any wallet server, for a shop whose own program mounts it. */
export { type Alarm, alarmsOver } from './alarms.ts';
export type { Role, Tokens } from './private/tokens.ts';
export { backOffice, type BackOfficeOptions } from './private/back-office.ts';
export { answerNode } from './private/node.ts';
