/** Preloaded by a backend of a walk: its store's clock is ahead by the milliseconds that its parent sends. */
const { timeOrigin } = performance;
let aheadMs = Number(process.env['AHEAD_MS']);

Object.defineProperty(performance, 'timeOrigin', { get: () => timeOrigin + aheadMs });
process.on('message', (message) => {
  aheadMs = Number(message);
});
process.once('disconnect', () => process.exit());
