import profiles from './example-profiles.json' with { type: 'json' };

/** Services that differ from the default profile in what merchants have met elsewhere, by name: each is an override of it. */
export const exampleProfiles: Readonly<Record<string, object>> = profiles;
