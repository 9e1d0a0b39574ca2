import type { PropertyDeclaration, PropertyDeclarations } from '@lit/reactive-element';
import { kebab } from './names.ts';

/** A property of a tag. */
export interface Setting extends PropertyDeclaration {
  /** What it is unless the page says otherwise. */
  readonly value: unknown;
  /** A change of it neither draws nor asks anything. */
  readonly atPress: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Properties of a tag, made of their values. Words are attributes too, in kebab-case; what no
 * attribute can hold is a property alone.
 */
export function settings(drawn: Values, atPress: Values): PropertyDeclarations {
  const made: Record<string, Setting> = {};
  for (const [name, value] of Object.entries({ ...drawn, ...atPress })) {
    const flag = typeof value === 'boolean';
    made[name] = {
      value,
      atPress: name in atPress,
      attribute: (flag || typeof value === 'string') && kebab(name),
      type: flag ? Boolean : String,
      reflect: name === 'disabled',
    };
  }
  return made;
}
