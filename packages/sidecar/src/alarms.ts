import type { Logger } from '@wallet-buttons/server';

/** An alarm of the server, as its log has it. */
export interface Alarm {
  readonly code: string;
  /** ISO 8601. */
  readonly at: string;
  readonly order?: string;
  readonly attempt?: string;
}

/** So many are kept, of all kinds together. */
const maxAlarms = 100;

/** An alarm is a code; other errors are sentences. */
export function isAlarm(message: string): boolean {
  return /^[a-z_]+$/.test(message);
}

/** A logger that keeps the last alarms in memory, for the desk, and passes everything on. */
export function alarmsOver(logger: Logger): {
  readonly logger: Logger;
  /** Newest first, since the start of this process. */
  readonly alarms: () => readonly Alarm[];
} {
  const alarms: Alarm[] = [];
  return {
    alarms: () => alarms.toReversed(),
    logger: {
      ...logger,
      error: (message, fields) => {
        if (isAlarm(message)) {
          const { order, attempt } = fields;
          alarms.push({
            code: message,
            at: new Date().toISOString(),
            ...(typeof order === 'string' && { order }),
            ...(typeof attempt === 'string' && { attempt }),
          });
          if (alarms.length > maxAlarms) alarms.splice(indexToDrop(alarms), 1);
        }
        logger.error(message, fields);
      },
    },
  };
}

/** The oldest alarm of the most frequent kind: while the shop is down, its kind would drive out all others. */
function indexToDrop(alarms: readonly Alarm[]): number {
  const kinds = Object.entries(Object.groupBy(alarms, ({ code }) => code));
  const [[mostFrequent] = []] = kinds.toSorted(
    ([, one = []], [, other = []]) => other.length - one.length,
  );
  return alarms.findIndex(({ code }) => code === mostFrequent);
}
