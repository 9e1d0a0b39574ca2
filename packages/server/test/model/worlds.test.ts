import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exploreWorld } from './explore-world.ts';
import { worlds } from './worlds.ts';

describe('every order of events', () => {
  for (const name of Object.keys(worlds)) {
    it(`keeps all promises among ${name}`, (test) => {
      const { states, depth, broken } = exploreWorld(name);
      test.diagnostic(`${String(states)} states to depth ${String(depth)}`);
      assert.equal(broken, null, `${broken?.promise ?? ''}: ${broken?.way.join(' -> ') ?? ''}`);
    });
  }
});
