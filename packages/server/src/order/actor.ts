/** Who asked for a change, and why, in the words of the shop. They are for readers: no rule looks at them. */
export interface Actor {
  /** A name of at most 64 characters. */
  readonly by?: string;
  /** At most 200 characters. */
  readonly reason?: string;
}

/** The same without other fields. */
export function actorOf({ by, reason }: Actor): Actor {
  return { ...(by !== undefined && { by }), ...(reason !== undefined && { reason }) };
}
