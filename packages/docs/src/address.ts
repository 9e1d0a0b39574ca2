import process from 'node:process';
import { repository } from './repository.ts';

/** The path below which the site is published, with a slash at both ends. `GUIDE_BASE` names it. */
export const base = process.env['GUIDE_BASE'] ?? '/';

/**
 * The address of the site, which GitHub makes from the owner and the name of the repository. It is unknown for a site at
 * the root of a host: that is somebody's own domain, or this machine.
 */
export function siteAddress(path = base, source = repository): string | undefined {
  const [, owner = ''] = /^https:\/\/github\.com\/([^/]+)\//.exec(source) ?? [];
  return path === '/' || owner === ''
    ? undefined
    : `https://${owner.toLowerCase()}.github.io${path}`;
}
