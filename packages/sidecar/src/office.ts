/** The back office over any wallet server, for a shop whose own program mounts it. */
export { alarmsOver } from './alarms.ts';
export {
  type Alarm,
  type DeskContent,
  type DeskRecord,
  deskRecordOver,
} from './private/desk-record.ts';
export { readTokens, type Right, type Token, type Tokens } from './private/tokens.ts';
export { type Answer, backOffice, type BackOfficeOptions } from './private/back-office.ts';
export { answerNode } from './private/node.ts';
