/** A template with its marks replaced: the types of the tags, of an event, and of the script. */
export function typed(text: string, types: string, isTypeScript: boolean): string {
  return text
    .replace(/( *)TYPES\n/, (_line, indent: string) =>
      isTypeScript
        ? `${indent}import type { WalletResultEvent } from '@wallet-buttons/elements';\n${indent}import type {} from '@wallet-buttons/elements/${types}';\n`
        : '',
    )
    .replace('EVENT', isTypeScript ? ': WalletResultEvent' : '')
    .replace(' LANG', isTypeScript ? ' lang="ts"' : '');
}
