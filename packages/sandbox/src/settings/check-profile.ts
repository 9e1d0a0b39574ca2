import { testCards } from '../cards.ts';
import {
  defaultSettings,
  type PayerSettings,
  type WalletASettings,
  type WalletBSettings,
} from './wallet-settings.ts';

/** The words of each setting that takes no other text. */
type Words<Settings> = {
  readonly [
    Name in keyof Settings as Settings[Name] extends string
      ? string extends Settings[Name]
        ? never
        : Name
      : never
  ]: Readonly<Record<Extract<Settings[Name], string>, true>>;
};

const words: {
  readonly walletA: Words<WalletASettings>;
  readonly walletB: Words<WalletBSettings>;
  readonly payer: Words<PayerSettings>;
} = {
  walletA: {
    platform: { polyfill: true, native: true },
    credentialStatus: {
      paymentCredentialsAvailable: true,
      paymentCredentialStatusUnknown: true,
      paymentCredentialsUnavailable: true,
      applePayUnsupported: true,
    },
    gesture: { task: true, activation: true, none: true },
    constructorThrows: { errors: true, strings: true },
    access: { 'as-is': true, insecure: true, 'frame-without-permission': true },
    unknownMembers: { refused: true, ignored: true },
    merchantSession: { checked: true, refused: true },
    sheetGone: { never: true, 'before-validation': true, 'before-authorization': true },
    buttonStyle: { inline: true, adopted: true },
  },
  walletB: {
    flow: { 'in-page sheet': true, popup: true, 'android sheet': true },
    popup: { opens: true, blocked: true, refused: true },
    frame: { loads: true, blocked: true },
    nonce: { ignored: true, used: true },
    cancelShape: { object: true, DOMException: true },
    failure: {
      none: true,
      BUYER_ACCOUNT_ERROR: true,
      DEVELOPER_ERROR: true,
      INTERNAL_ERROR: true,
      MERCHANT_ACCOUNT_ERROR: true,
    },
    cardInfo: { none: true, shown: true, late: true },
    gesture: { activation: true, none: true },
  },
  payer: {
    does: { chooses: true, pays: true, cancels: true, 'cancels-while-authorizing': true },
  },
};

/**
 * Checks a profile that no compiler has read: a misspelt setting, or a misspelt word of one, would change nothing.
 *
 * @throws TypeError naming the settings, or the words, that there are
 */
export function checkProfile(profile: object): void {
  for (const [name, value] of Object.entries(profile)) {
    const setting: unknown = settingIn(defaultSettings, name, '');
    if (isGroup(setting)) checkGroup(name, value, setting);
    else checkValue(name, value, setting);
  }
}

/** @param group its settings, as they are by default */
function checkGroup(name: string, value: unknown, group: object): void {
  if (value === undefined) return;
  if (!isGroup(value)) throw wrongType(name, 'object', value);
  for (const [member, memberValue] of Object.entries(value)) {
    const setting = `${name}.${member}`;
    checkValue(setting, memberValue, settingIn(group, member, `${name}.`));
    checkWord(setting, memberValue, wordsOf(name, member));
  }
}

function settingIn(settings: object, name: string, group: string): unknown {
  if (Object.hasOwn(settings, name)) return Reflect.get(settings, name);
  const settingNames = Object.keys(settings).join(', ');
  throw new TypeError(`There is no setting "${group}${name}". There are: ${settingNames}.`);
}

function checkValue(name: string, value: unknown, example: unknown): void {
  if (name === 'timeLimit' && value === null) return;
  const isRight = Array.isArray(example) ? Array.isArray(value) : typeof value === typeof example;
  if (!isRight) throw wrongType(name, Array.isArray(example) ? 'list' : typeof example, value);
  // JSON would turn NaN and Infinity into null.
  if (typeof value === 'number' && !(value >= 0 && Number.isFinite(value))) {
    throw new TypeError(`The setting ${name} is a number from 0, not ${value}.`);
  }
  const ids = testCards.map(({ id }) => id);
  if (name !== 'payer.card' || value === '' || ids.includes(String(value))) return;
  throw new TypeError(
    `The setting payer.card is no test card: ${JSON.stringify(value)}. There are: ${ids.join(', ')}.`,
  );
}

/** @param known empty if the setting takes any value of its type */
function checkWord(name: string, value: unknown, known: readonly string[]): void {
  if (known.length === 0 || known.includes(String(value))) return;
  throw new TypeError(
    `The setting ${name} is not ${JSON.stringify(value)}. It is one of: ${known.join(', ')}.`,
  );
}

function wordsOf(group: string, member: string): readonly string[] {
  const groups: Readonly<Record<string, Readonly<Record<string, object>>>> = words;
  return Object.keys(groups[group]?.[member] ?? {});
}

function wrongType(name: string, type: string, value: unknown): TypeError {
  const article = type === 'object' ? 'an' : 'a';
  return new TypeError(`The setting ${name} is ${article} ${type}, not ${JSON.stringify(value)}.`);
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
