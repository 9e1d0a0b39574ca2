import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { packageJson, projects, write } from '../../test/projects.ts';
import { run } from '../../test/run.ts';

describe('init says where SvelteKit reads its settings', () => {
  const viteConfig = (options: string): string =>
    `import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit(${options})] };\n`;

  it('in svelte.config.js', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ '@sveltejs/kit': '2' }),
      'svelte.config.js': 'export default { kit: {} };\n',
      'vite.config.ts': viteConfig(''),
    });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /trustedOrigins: \['\*'\] \} under kit in svelte\.config\.js,/);
  });

  it('in the Vite config, which makes SvelteKit ignore svelte.config.js', async () => {
    const place = temporaryFolder();
    await write(place, {
      'package.json': packageJson({ '@sveltejs/kit': '2' }),
      'vite.config.ts': viteConfig('{\n  adapter: adapter(),\n}'),
    });
    const { out } = await run('init', place, '--yes');
    assert.match(out, /trustedOrigins: \['\*'\] \} in sveltekit\(\{ … \}\) of the Vite config,/);
    assert.doesNotMatch(out, /svelte\.config/);
  });
});

it('init keeps .env.example in a repository that ignores files like it', async () => {
  const place = temporaryFolder();
  await write(place, { ...projects.express, '.gitignore': 'node_modules\n.env*\n' });
  await run('init', place, '--yes');
  const ignoreFile = await readFile(join(place, '.gitignore'), 'utf8');
  assert.match(ignoreFile, /^\.env\*\n[^]*^!\.env\.example$/m);
  assert.match((await run('init', place)).out, /all files are there already/);
});
