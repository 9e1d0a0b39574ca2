import { quantile } from '../measure.ts';
import type { ServiceEmulator } from './emulator.ts';
import type { Load } from './load.ts';
import type { Subject } from './subject.ts';

/** The tools of a measure of the server. */
export interface Workbench {
  readonly service: ServiceEmulator;
  readonly load: Load;
  /** The number of steady passes for each figure, and the maximum number of passes. */
  readonly passes: number;
  readonly mostWarmUps: number;
  /** The factor for the number of requests of a pass. */
  readonly scale: number;
  /** The time for each measure of the raw signature, in milliseconds. */
  readonly signFor: number;
}

/** The CPU time of each kind of work of one pass, in microseconds. */
export type Pass = Readonly<Record<string, number>>;

export interface Taken {
  /** The CPU time of each pass relative to one signature, by the kind of work. */
  readonly ratios: Readonly<Record<string, readonly number[]>>;
  readonly note?: string;
}

const [agreement, drift] = [0.05, 0.15];

/**
 * Passes over a subject, each with the cost of one signature at that time. Passes are dropped until two in a row agree
 * within 5 %, because the engine is still compiling.
 */
export async function steadyPasses(
  subject: Subject,
  { passes, mostWarmUps, signFor }: Workbench,
  take: (pass: number) => Promise<Pass>,
): Promise<Taken> {
  const signature = async () => subject.ask<number>('signature', signFor);
  const signatures = [await signature()];
  const all: Pass[] = [];
  const next = async (): Promise<Pass> => {
    const pass = await take(all.length);
    signatures.push(await signature());
    const [before = NaN, after = NaN] = signatures.slice(-2);
    const ratios = Object.entries(pass).map(([name, cpu]) => [name, cpu / ((before + after) / 2)]);
    const ratio = Object.fromEntries(ratios) as Pass;
    all.push(ratio);
    return ratio;
  };
  let isSteady = false;
  for (let before = await next(); !isSteady && all.length < mostWarmUps;) {
    const pass = await next();
    isSteady = Math.abs(sum(pass) / sum(before) - 1) <= agreement;
    before = pass;
  }
  const from = all.length;
  for (let at = 0; at < passes; at += 1) await next();
  const measured = all.slice(from);
  const drifted = quantile(signatures, 0.75) / quantile(signatures, 0.25) - 1 > drift;
  const notes = [
    ...(isSteady ? [] : ['no two passes agreed within 5 %']),
    ...(drifted ? ['the signature itself drifted by more than 15 %'] : []),
  ];
  return {
    ratios: Object.fromEntries(
      Object.keys(measured[0] ?? {}).map((name) => [
        name,
        measured.map((each) => each[name] ?? NaN),
      ]),
    ),
    ...(notes.length > 0 && { note: `inconclusive: ${notes.join('; ')}` }),
  };
}

function sum(pass: Pass): number {
  return Object.values(pass).reduce((total, ratio) => total + ratio, 0);
}
