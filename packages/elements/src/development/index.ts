export { check } from './checks.ts';
export { suggestionFor } from './suggestions.ts';
