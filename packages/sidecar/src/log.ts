import type { Logger } from '@wallet-buttons/server';
import { type DestinationStream, type Logger as Pino, pino } from 'pino';

/** The log: JSON, one line an event, to stdout. */
export function createLog(level: string, destination?: DestinationStream): Pino {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/** pino takes the fields first. */
export function loggerOver(log: Pino): Logger {
  return {
    info: (message, fields) => {
      log.info(fields, message);
    },
    warn: (message, fields) => {
      log.warn(fields, message);
    },
    error: (message, fields) => {
      log.error(fields, message);
    },
  };
}
