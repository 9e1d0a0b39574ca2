import {
  defineProfile,
  type Profile,
  type ProfileOverrides,
  type RecordedCall,
} from '@wallet-buttons/service-client';
import { listOf, objectOf, writeNew } from '../files.ts';
import { given, profileOf } from '../given.ts';
import { type AddCommand, UsageError } from '../report.ts';
import { type Evidence, evidenceIn } from './evidence.ts';

interface Options {
  readonly profile?: string;
  readonly out?: string;
}

/** `profile check`: compares the assumptions of the wire profile with recorded calls. */
export const addProfile: AddCommand = (program, print) => {
  program
    .command('profile')
    .description('compare the wire profile with real calls')
    .command('check <recording>')
    .description(
      'report which assumptions a recording (createServiceClient({ record })) confirms, contradicts or leaves open',
    )
    .option('--profile <file>', 'your present overrides of the wire profile')
    .option('--out <file>', 'write the corrected overrides to a new file')
    .action(async (recording: string, { profile: file, out }: Options) => {
      const profile = await profileOf(file);
      const evidence = evidenceIn(read(await listOf(recording), profile), profile);
      const overrides: ProfileOverrides = file === undefined ? {} : await objectOf(file);
      if (out !== undefined) {
        const correctedOverrides = correctedBy(evidence, overrides);
        // Only a profile that the server accepts is written.
        given(defineProfile, correctedOverrides);
        await writeNew(out, `${JSON.stringify(correctedOverrides, null, 2)}\n`);
      }
      const wrong = evidence.filter(({ result }) => result === 'contradicted');
      const right = evidence.filter(({ result }) => result === 'confirmed');
      const open = evidence.filter(({ result }) => result === 'open');
      print({
        isGood: wrong.length === 0,
        json: {
          counts: { confirmed: right.length, contradicted: wrong.length, open: open.length },
          evidence,
        },
        lines: [
          ...[...wrong, ...right].map(line),
          ...(open.length === 0 ? [] : [`open: ${open.map(({ path }) => path).join(', ')}`]),
          `${String(right.length)} confirmed, ${String(wrong.length)} contradicted, ${String(open.length)} open`,
          ...(out === undefined ? [] : [`${out}  the overrides for service.profile`]),
        ],
      });
    });
};

function line({ path, result, seen, value }: Evidence): string {
  const mend = result === 'contradicted' && value === undefined ? ' Correct it by hand.' : '';
  return `${result}  ${path}  ${seen}${mend}`;
}

/** Overrides with the confirmed and corrected entries, which are then no assumptions. */
function correctedBy(evidence: readonly Evidence[], overrides: ProfileOverrides): ProfileOverrides {
  const correctedOverrides: Record<string, unknown> = { ...structuredClone(overrides) };
  for (const { path, value } of evidence) {
    if (value === undefined) continue;
    const names = path.split('.');
    const last = names.pop() ?? '';
    let parent = correctedOverrides;
    for (const name of names) parent = (parent[name] ??= {}) as Record<string, unknown>;
    parent[last] = value;
  }
  return correctedOverrides;
}

function read(json: unknown, { operations }: Profile): readonly RecordedCall[] {
  const isCall = (call: unknown): call is RecordedCall =>
    typeof call === 'object' &&
    call !== null &&
    'operation' in call &&
    Object.hasOwn(operations, String(call.operation)) &&
    'status' in call &&
    typeof call.status === 'number';
  if (Array.isArray(json) && json.every(isCall)) return json;
  throw new UsageError(
    'The file is no recording. A recording is what createServiceClient({ record }) gave, as a JSON list or one call a line.',
  );
}
