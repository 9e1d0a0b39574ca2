/** The version of this package, for reports. `version.mjs` writes it. */
export const version = '0.0.0';
