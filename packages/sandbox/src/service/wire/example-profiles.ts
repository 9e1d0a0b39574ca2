import { readFileSync } from 'node:fs';

/** Services that differ from the default profile in what merchants have met elsewhere, by name: each is an override of it. */
export const exampleProfiles = JSON.parse(
  // Node 22 warns of a JSON module.
  readFileSync(new URL('./example-profiles.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, object>>;
