/** The tokens of the demo's desk. A real shop keeps its own secret. */
export const deskTokens = {
  read: 'levada-clerk-who-may-look-and-no-more',
  operate: 'levada-clerk-who-may-move-the-money',
};
