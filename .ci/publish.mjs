// Publishes the packages that `pnpm packages` has packed, each version once. `--dry-run` shows what it would do.
// It needs npm and no package of this repository: no test dependency runs beside the right to publish.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';

const isTrial = process.argv.includes('--dry-run');
// Only a workflow can prove what it has built. npm ends with an error where anybody else asks for that.
const provenance = process.env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined ? [] : ['--provenance'];
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const packages = inOrder(globSync('.cache/packed/*.tgz').sort().map(packageIn));

const unready = notReady();
const newPackages = unready === undefined ? packages.filter(isNew) : [];
const problem = unready ?? snippetProblem();
if (problem === undefined) newPackages.forEach(publish);
else {
  console.error(problem);
  process.exitCode = 1;
}

function packageIn(/** @type {string} */ tarball) {
  const { name, version, dependencies = {} } = JSON.parse(textIn(tarball, 'package.json'));
  return { tarball, name, version, dependencies };
}

/** @typedef {ReturnType<typeof packageIn>} Package */

/** A package after those that it needs, so that each can be installed at once. @returns {Package[]} */
function inOrder(/** @type {readonly Package[]} */ all) {
  /** @type {Set<Package>} */
  const sortedPackages = new Set();
  const add = (/** @type {Package} */ each) => {
    all.filter(({ name }) => Object.hasOwn(each.dependencies, name)).forEach(add);
    sortedPackages.add(each);
  };
  all.forEach(add);
  return [...sortedPackages];
}

function notReady() {
  if (repository.url.includes('/OWNER/')) {
    return 'Nothing is published: write the owner of the repository into "repository" of the root\'s package.json, in place of OWNER.';
  }
  if (packages.length === 0) return 'Nothing is packed: run "pnpm packages" first.';
  if (packages.some(({ version }) => version === '0.0.0')) {
    return 'Nothing is published: 0.0.0 is no version. Merge the pull request "Raise the versions", or run "pnpm version-packages", then "pnpm packages".';
  }
  return undefined;
}

function isNew(/** @type {Package} */ { name, version }) {
  const lookup = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  const isKnown = lookup.stdout.trim() === version;
  if (isKnown) console.log(`${name}@${version} is published already.`);
  return !isKnown;
}

/** A browser runs the script of the README only if its hash is that of the published file. */
function snippetProblem() {
  const elements = newPackages.find(({ name }) => name === '@wallet-buttons/elements');
  if (!elements) return undefined;
  const { tarball, version } = elements;
  const hash = JSON.parse(textIn(tarball, 'dist/cdn/sri.json'))['wallet-buttons.js'];
  const readme = readFileSync('README.md', 'utf8');
  if (readme.includes(`elements@${version}/`) && readme.includes(`integrity="${hash}"`)) {
    return undefined;
  }
  return `Nothing is published: the <script> of README.md is not that of the packed version ${version}. Run "pnpm build" and "node packages/elements/integrity.mjs", and commit README.md.`;
}

function publish(/** @type {Package} */ { tarball }) {
  const options = isTrial ? ['--dry-run'] : provenance;
  execFileSync('npm', ['publish', tarball, '--access', 'public', ...options], { stdio: 'inherit' });
}

function textIn(/** @type {string} */ tarball, /** @type {string} */ path) {
  return execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { encoding: 'utf8' });
}
