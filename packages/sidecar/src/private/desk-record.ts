import type { Records } from '@wallet-buttons/server';

/** An alarm of the server, as its log has it. */
export interface Alarm {
  readonly code: string;
  /** ISO 8601. */
  readonly at: string;
  readonly order?: string;
  readonly attempt?: string;
}

/** What the desk keeps in the database of the payments: it holds over restarts, and for several sidecars. */
export interface DeskContent {
  /** The sessions that were ended, with the time until which their cookies could be used, in milliseconds since 1970. */
  readonly ended: Readonly<Record<string, number>>;
  /** Oldest first. */
  readonly alarms: readonly Alarm[];
}

export interface DeskRecord {
  readonly read: () => Promise<DeskContent>;
  /** Changes it; again if another process came first. */
  readonly change: (decide: (content: DeskContent) => DeskContent) => Promise<void>;
}

/** No order has this reference, because it begins with a blank. */
const order = ' desk';
const noChanges = { put: [], remove: [] };

export function deskRecordOver(records: Records): DeskRecord {
  return {
    read: async () => contentOf((await records.load({ order }))?.body),
    change: async (decide) => {
      for (;;) {
        const { version = 0, at = 0, body } = (await records.load({ order })) ?? {};
        const result = await records.save({
          order,
          version,
          next: version === 0 ? at : version + 1,
          at,
          body: JSON.stringify(decide(contentOf(body))),
          settledAt: null,
          keys: noChanges,
          due: noChanges,
          rows: noChanges,
        });
        if (result === 'saved') return;
      }
    },
  };
}

function contentOf(body: string | null | undefined): DeskContent {
  return { ended: {}, alarms: [], ...(JSON.parse(body ?? '{}') as Partial<DeskContent>) };
}
