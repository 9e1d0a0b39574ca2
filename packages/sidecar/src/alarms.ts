import type { Logger } from '@wallet-buttons/server';
import type { Alarm, DeskRecord } from './private/desk-record.ts';

/** So many are kept, of all kinds together. */
const maxAlarms = 100;

/** An alarm is a code; other errors are sentences. */
export function isAlarm(message: string): boolean {
  return /^[a-z_]+$/.test(message);
}

/** A logger that keeps the last alarms for the desk, and passes everything on. */
export function alarmsOver(logger: Logger, record: DeskRecord): Logger {
  let pending: readonly Alarm[] = [];
  let isWriting = false;
  /** Writes all that came meanwhile at once. Without the database only the log has them. */
  const write = async (): Promise<void> => {
    if (isWriting) return;
    isWriting = true;
    while (pending.length > 0) {
      const alarms = pending;
      pending = [];
      await record
        .change((content) => ({ ...content, alarms: lastOf([...content.alarms, ...alarms]) }))
        .catch(() => undefined);
    }
    isWriting = false;
  };
  return {
    ...logger,
    error: (message, fields) => {
      logger.error(message, fields);
      if (!isAlarm(message)) return;
      const { order, attempt } = fields;
      const alarm = {
        code: message,
        at: new Date().toISOString(),
        ...(typeof order === 'string' && { order }),
        ...(typeof attempt === 'string' && { attempt }),
      };
      pending = lastOf([...pending, alarm]);
      void write();
    },
  };
}

function lastOf(alarms: readonly Alarm[]): readonly Alarm[] {
  if (alarms.length <= maxAlarms) return alarms;
  return lastOf(alarms.toSpliced(indexToDrop(alarms), 1));
}

/** The oldest alarm of the most frequent kind: while the shop is down, its kind would drive out all others. */
function indexToDrop(alarms: readonly Alarm[]): number {
  const kinds = Object.entries(Object.groupBy(alarms, ({ code }) => code));
  const [[mostFrequent] = []] = kinds.toSorted(
    ([, one = []], [, other = []]) => other.length - one.length,
  );
  return alarms.findIndex(({ code }) => code === mostFrequent);
}
