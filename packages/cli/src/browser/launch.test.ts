import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { registerHooks } from 'node:module';
import { describe, it } from 'node:test';
import { listen, run } from '../../test/run.ts';
import { launch } from './launch.ts';

describe('a command that needs a browser ends with 2', () => {
  for (const command of [['scripts'], ['doctor', '--browser=chromium']]) {
    it(`and says what to install: ${command.join(' ')}`, async (test) => {
      const hooks = registerHooks({
        resolve: (name, context, next) => {
          if (name !== 'playwright-core') return next(name, context);
          throw Object.assign(new Error(), { code: 'MODULE_NOT_FOUND' });
        },
      });
      test.after(() => {
        hooks.deregister();
      });
      const server = createServer((_, response) => response.end());
      const { code, err } = await run(...command, await listen(test, server));
      assert.equal(code, 2);
      assert.match(err, /package playwright-core is missing\. Run npm install playwright-core /);
    });
  }
});

describe('a browser that is not installed is an error that says what to do', () => {
  for (const [engine, message] of [
    [
      'chromium',
      'No Chrome, Chromium or Edge was found. Install one, or name it with --browser or CHROMIUM_PATH.',
    ],
    ['firefox', 'No Firefox was found. Install it, or name it with --browser or FIREFOX_PATH.'],
  ] as const) {
    it(engine, async () => {
      await assert.rejects(launch({ engine, path: '/missing' }, undefined), {
        name: 'UsageError',
        message,
      });
    });
  }
});
