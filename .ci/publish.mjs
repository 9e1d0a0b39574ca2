// Publishes the packages that `pnpm packages` has packed, each version once. `--dry-run` shows what it would do.
// It needs npm and no package of this repository: no test dependency runs beside the right to publish.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';

const isTrial = process.argv.includes('--dry-run');
const tarballs = globSync('.cache/packed/*.tgz').sort();
const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));

const problem = problemOf();
if (problem === undefined) tarballs.forEach(publish);
else {
  console.error(problem);
  process.exitCode = 1;
}

function problemOf() {
  if (repository.url.includes('/OWNER/')) {
    return 'Nothing is published: write the owner of the repository into "repository" of the root\'s package.json, in place of OWNER.';
  }
  if (tarballs.length === 0) return 'Nothing is packed: run "pnpm packages" first.';
  return undefined;
}

function publish(/** @type {string} */ tarball) {
  const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], {
    encoding: 'utf8',
  });
  const { name, version } = JSON.parse(text);
  const known = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  if (known.stdout.trim() === version) {
    console.log(`${name}@${version} is published already.`);
    return;
  }
  const options = isTrial ? ['--dry-run'] : ['--provenance'];
  execFileSync('npm', ['publish', tarball, '--access', 'public', ...options], { stdio: 'inherit' });
}
