import root from '../../../package.json' with { type: 'json' };

/** The address of the repository, from the root's `package.json`. */
export const repository = root.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
