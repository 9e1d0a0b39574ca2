import type { Address } from '@wallet-buttons/protocol';
import type { PayerData } from '../events.ts';

/** The payer's data in the wire's shape; what the wallet left empty is left out. */
export function payerData(
  { name, email, phone }: Address,
  shipping_address: Address,
  billing_address: Address,
): PayerData {
  return filled({
    payer: filled({ name, email, phone }),
    shipping_address,
    billing_address,
  });
}

/** The members that hold something. */
export function filled<T extends object>(data: { [K in keyof T]?: T[K] | undefined }): T {
  return Object.fromEntries(
    Object.entries(data).filter(([, value]) => value && Object.keys(value).length),
  ) as T;
}

/** An attribute's list of words. */
export function words(list: string): readonly string[] {
  return list.split(/\s+/).filter(Boolean);
}
