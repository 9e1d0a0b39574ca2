import root from '../../../package.json' with { type: 'json' };
import elements from '../../elements/package.json' with { type: 'json' };

/** The address of the repository, from the root's `package.json`. */
export const repository = root.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** The version of the packages, which all have the same one. */
export const { version } = elements;
