/** Loaded before each of the demo's programs, so that it ends with its parent. */
process.once('disconnect', () => process.exit());

// Ctrl-C reaches every program of the terminal at once; only the parent reacts to it.
process.on('SIGINT', () => undefined);
