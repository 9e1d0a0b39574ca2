export { check } from './checks.ts';
export { watchListeners } from './listeners.ts';
export { suggestionFor } from './suggestions.ts';
