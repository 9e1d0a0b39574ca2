import type { PropertyDeclaration, PropertyDeclarations } from '@lit/reactive-element';
import { kebab } from './names.ts';

/** A property of a tag with what it is unless the page says otherwise. */
export interface Setting extends PropertyDeclaration {
  readonly value: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const never = { hasChanged: () => false };

/**
 * Properties of a tag, made of their values. Words are attributes too, in kebab-case; what no
 * attribute can hold is a property alone. A change of `atPress` neither draws nor asks anything.
 */
export function settings(drawn: Values, atPress: Values): PropertyDeclarations {
  const made = (values: Values, more: PropertyDeclaration) =>
    Object.entries(values).map(([name, value]) => [name, { ...setting(name, value), ...more }]);
  return Object.fromEntries([...made(drawn, {}), ...made(atPress, never)]) as PropertyDeclarations;
}

function setting(name: string, value: unknown): Setting {
  const word = typeof value === 'string';
  const flag = typeof value === 'boolean';
  return {
    value,
    attribute: (word || flag) && kebab(name),
    ...(flag && { type: Boolean }),
    reflect: name === 'disabled',
  };
}
