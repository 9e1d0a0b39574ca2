import { testCards } from '../cards.ts';
import { defaultSettings } from './wallet-settings.ts';

/**
 * Checks a profile that no compiler has read: a misspelt setting would change nothing.
 *
 * @throws TypeError naming the settings that there are
 */
export function checkProfile(profile: object): void {
  for (const [name, value] of Object.entries(profile)) {
    const group = settingIn(defaultSettings, name, '');
    if (typeof group === 'object' && group !== null && !Array.isArray(group)) {
      for (const [member, memberValue] of Object.entries(value as object)) {
        const setting = `${name}.${member}`;
        checkValue(setting, memberValue, settingIn(group, member, `${name}.`));
      }
    } else checkValue(name, value, group);
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
  if (!isRight) {
    const type = Array.isArray(example) ? 'list' : typeof example;
    throw new TypeError(`The setting ${name} is a ${type}, not ${JSON.stringify(value)}.`);
  }
  const ids = testCards.map(({ id }) => id);
  if (name !== 'payer.card' || value === '' || ids.includes(String(value))) return;
  throw new TypeError(
    `The setting payer.card is no test card: ${JSON.stringify(value)}. There are: ${ids.join(', ')}.`,
  );
}
