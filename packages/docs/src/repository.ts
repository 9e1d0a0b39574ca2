import root from '../../../package.json' with { type: 'json' };

/** Where the repository is, as the root's `package.json` has it. */
export const repository = root.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
