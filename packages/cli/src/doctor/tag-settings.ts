import type { Problem } from './problem.ts';

/** A tag, as far as its settings are concerned. */
interface SetTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Settings that `<wallet-buttons>` passes on to the buttons. */
const shared = ['order', 'amount', 'currency', 'country', 'label'] as const;
/** Settings of wallet B, which its tag has itself. */
const ofB = ['gateway', 'gateway-merchant-id'] as const;

/** The forms that the tags take. */
const forms: Readonly<Record<string, readonly [form: RegExp, meaning: string]>> = {
  amount: [/^(?=.*[1-9])\d{1,13}(?:\.\d{0,2}0*)?$/, 'a decimal above zero, as 199.90'],
  currency: [/^[A-Z]{3}$/, 'three capital letters'],
  country: [/^[A-Z]{2}$/, 'two capital letters'],
  environment: [/^(?:TEST|PRODUCTION)$/, 'TEST or PRODUCTION'],
};

/** The attributes that {@link settingProblems} reads. */
export const settingNames = [...shared, ...ofB, 'merchant-id', 'environment'];

/** The settings that a button lacks, and those that it does not take. */
export function settingProblems(
  { name, attributes }: SetTag,
  group: SetTag | undefined,
): readonly Problem[] {
  const isB = name === 'wallet-b-button';
  const values = new Map<string, string>([
    ...shared.map(
      (each) => [each, attributes.get(each) || group?.attributes.get(each) || ''] as const,
    ),
    ...(isB ? ofB.map((each) => [each, attributes.get(each) ?? ''] as const) : []),
  ]);
  const environment = isB ? (attributes.get('environment') ?? '') : '';
  if (environment !== '') values.set('environment', environment);
  if (environment === 'PRODUCTION') values.set('merchant-id', attributes.get('merchant-id') ?? '');
  return [...values].flatMap(([attribute, value]) => {
    if (value === '')
      return [
        { seen: `${name} lacks ${attribute}`, fix: 'Set the attributes that the tag requires.' },
      ];
    const [form, meaning] = forms[attribute] ?? [];
    if (form?.test(value) !== false) return [];
    const fix = `Write ${attribute} as ${meaning ?? ''}.`;
    return [{ seen: `${name} has ${attribute}="${value}"`, fix }];
  });
}
