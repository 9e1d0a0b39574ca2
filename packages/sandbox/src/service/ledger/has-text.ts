/** What an order is found by. */
interface Findable {
  readonly id: string;
  readonly status: string;
  readonly operations: readonly {
    readonly id: string;
    readonly external_id: string | null;
    readonly amount: string;
  }[];
  readonly attempts: readonly { readonly charged: boolean }[];
}

/**
 * Whether a session has the text in an id, its order, its status, an amount or `charged 2 times`, in letters of either
 * case.
 */
export function hasText({ id, status, operations, attempts }: Findable, text: string): boolean {
  const searchText = text.trim().toLowerCase();
  const payments = operations.flatMap((one) => [one.id, one.external_id ?? '', one.amount]);
  const charges = attempts.filter(({ charged }) => charged).length;
  const chargeText = charges > 1 ? `charged ${charges} times` : '';
  return [id, status, chargeText, ...payments].some((value) =>
    value.toLowerCase().includes(searchText),
  );
}
