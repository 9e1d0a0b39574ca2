import { testCards } from '../cards.ts';
import { walletAWords } from './apple-pay.ts';
import { walletBWords } from './google-pay.ts';
import { defaultSettings, payerWords } from './wallet-settings.ts';

const words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  walletA: walletAWords,
  walletB: walletBWords,
  payer: payerWords,
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
    checkWord(setting, memberValue, words[name]?.[member]);
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

/** @param known undefined if the setting takes any value of its type */
function checkWord(name: string, value: unknown, known: readonly string[] | undefined): void {
  if (known?.includes(String(value)) ?? true) return;
  throw new TypeError(
    `The setting ${name} is not ${JSON.stringify(value)}. It is one of: ${known?.join(', ') ?? ''}.`,
  );
}

function wrongType(name: string, type: string, value: unknown): TypeError {
  const article = type === 'object' ? 'an' : 'a';
  return new TypeError(`The setting ${name} is ${article} ${type}, not ${JSON.stringify(value)}.`);
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
