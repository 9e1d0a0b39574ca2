import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedDatabase } from '../shared-database.ts';
import { merchantKey, serviceKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  check,
  lostWebhooks,
  readShared,
  readStored,
  type Stored,
  type Violation,
} from './checker.ts';
import { startDoomedLife } from './doomed-life.ts';
import { type Ledger, openLedger } from './ledger.ts';
import {
  type Instrumentation,
  type Life,
  type LifeHere,
  type LifeOptions,
  startLife,
} from './life.ts';
import type { MutantName } from './mutants.ts';
import { openShopper, type Shopper } from './shopper.ts';

/** One order's payment, through as many lives of the server as it takes. */
export interface Scene {
  readonly ledger: Ledger;
  readonly shopper: Shopper;
  /** A life of the server in this process. */
  readonly live: <T>(
    during: (life: LifeHere) => Promise<T>,
    options?: Partial<LifeOptions>,
    instrumentation?: Instrumentation,
  ) => Promise<T>;
  /** A life in a process of its own. */
  readonly liveAlone: (
    during: (life: Life) => Promise<unknown>,
    options?: Partial<LifeOptions>,
  ) => Promise<void>;
}

/** A file outlives a killed process without a sync; where there is a disk in memory, that saves thousands. */
export const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The order that every trial is about. */
export const order = 'o-1';

/**
 * Plays a scene, lives on calmly until everything is decided, and holds what everybody saw against the
 * database. Answers the promises that were broken.
 */
export async function attempt(
  scene: (scene: Scene) => Promise<unknown>,
  mutant: MutantName | null = null,
  sharedDatabase: SharedDatabase | null = null,
): Promise<readonly Violation[]> {
  const folder = mkdtempSync(join(place, 'wallet-fault-'));
  const file = join(folder, 'payments.db');
  await using ledger = await openLedger();
  const shopper = openShopper(ledger);
  const database = sharedDatabase ?? { file };
  const read = async (): Promise<Stored> =>
    sharedDatabase ? readShared(sharedDatabase) : readStored(file);
  const common = { database, baseUrl: ledger.stub.baseUrl, merchantKey, serviceKey, mutant };
  const stage: Scene = {
    ledger,
    shopper,
    live: async (during, options, instrumentation) => {
      const life = await startLife({ ...common, ...options }, instrumentation);
      return during(life).finally(life.end);
    },
    liveAlone: async (during, options) => {
      const life = await startDoomedLife({ ...common, ...options });
      await during(life).finally(life.end);
    },
  };
  try {
    await scene(stage);
    const lostSessions = lostWebhooks(
      ledger.entries,
      sharedDatabase || existsSync(file) ? (await read()).attempts : [],
    );
    ledger.plans.delete(order);
    await stage.live(async (life) => end(life, stage));
    return check(ledger.entries, { ...(await read()), lost: lostSessions });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The truth comes out: payers come back, the service repeats itself, time passes, someone insists. */
async function end(life: LifeHere, { ledger, shopper }: Scene): Promise<void> {
  const { url } = life;
  await shopper.ask(url, order);
  await shopper.press(url, order, 'k1');
  await shopper.press(url, order, 'k2');
  await settled(life);
  if (ledger.charges(order) === 0) await shopper.press(url, order, 'k3');
  await settled(life);
  await shopper.ask(url, order);
  if (ledger.charges(order) === 0) return;
  await shopper.notify(url, order, undefined, 'v2');
  // An old status, and one that cannot be true any more.
  await shopper.notify(url, order, 'processing', 'v1');
  await shopper.notify(url, order, 'failed', 'v3');
  await settled(life);
  await shopper.ask(url, order);
}

/** Long enough for every check, for every lease, and for "not found" to count. */
async function settled(life: LifeHere): Promise<void> {
  for (const seconds of [0, 2, 60, 60, 300, 960, 60, 60]) {
    life.wait(seconds * 1000);
    await life.reconcile();
  }
}
