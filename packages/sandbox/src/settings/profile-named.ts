import type { WalletProfile } from './wallet-settings.ts';

/** The profile of that name, or the one that is given. @throws TypeError naming those that there are */
export function profileNamed(
  option: string,
  profiles: Readonly<Record<string, WalletProfile>>,
  nameOrProfile: string | WalletProfile,
): WalletProfile {
  if (typeof nameOrProfile !== 'string') return nameOrProfile;
  const profile = Object.hasOwn(profiles, nameOrProfile) ? profiles[nameOrProfile] : undefined;
  if (profile !== undefined) return profile;
  const profileNames = Object.keys(profiles).join(', ');
  throw new TypeError(
    `${option}: there is no profile "${nameOrProfile}". There are: ${profileNames}.`,
  );
}
