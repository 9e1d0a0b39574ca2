import type { WalletProfile } from './wallet-settings.ts';

/** The profile of that name, or the one that is given. @throws TypeError naming those that there are */
export function profileNamed(
  option: string,
  profiles: Readonly<Record<string, WalletProfile>>,
  given: string | WalletProfile,
): WalletProfile {
  if (typeof given !== 'string') return given;
  const profile = Object.hasOwn(profiles, given) ? profiles[given] : undefined;
  if (profile !== undefined) return profile;
  const known = Object.keys(profiles).join(', ');
  throw new TypeError(`${option}: there is no profile "${given}". There are: ${known}.`);
}
