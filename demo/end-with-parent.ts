/** Loaded before each of the demo's programs: none of them outlives the one that started it. */
process.once('disconnect', () => process.exit());

// Ctrl-C reaches every program of the terminal at once; the parent alone decides what it means.
process.on('SIGINT', () => undefined);
