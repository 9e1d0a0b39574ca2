import type { SheetItem, SheetRequest } from '../../sheet/data.ts';

export function totalOf({ label, amount, totalStatus }: SheetRequest): object {
  return lineOf({ label, amount, pending: totalStatus === 'estimated' });
}

export function linesOf({ displayItems }: SheetRequest): readonly object[] {
  return displayItems.map(lineOf);
}

export function lineOf({ label, amount, pending }: Omit<SheetItem, 'type'>): object {
  return { label, amount, type: pending ? 'pending' : 'final' };
}
