import type { PropertyDeclaration, PropertyDeclarations } from '@lit/reactive-element';
import { kebab } from './names.ts';

/** A property of a tag. */
export interface Setting extends PropertyDeclaration {
  /** What it is unless the page says otherwise. */
  readonly value: unknown;
}

type Values = Readonly<Record<string, unknown>>;

const never = { hasChanged: () => false };

/**
 * Properties of a tag, made of their values. Words are attributes too, in kebab-case; what no
 * attribute can hold is a property alone. A change of `atPress` neither draws nor asks anything.
 */
export function settings(drawn: Values, atPress: Values): PropertyDeclarations {
  const made: Record<string, Setting> = {};
  for (const [name, value] of Object.entries({ ...drawn, ...atPress })) {
    const flag = typeof value === 'boolean';
    made[name] = {
      value,
      ...(name in atPress && never),
      attribute: (flag || typeof value === 'string') && kebab(name),
      type: flag ? Boolean : String,
      reflect: name === 'disabled',
    };
  }
  return made;
}
