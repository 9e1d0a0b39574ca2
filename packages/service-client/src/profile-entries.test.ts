import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callOnce, everyCall } from '../test/every-call.ts';
import {
  answer,
  at,
  behaviourOf,
  changed,
  full,
  leavesOf,
  names,
} from '../test/profile-behaviour.ts';
import { defineProfile } from './index.ts';

describe('the wire profile', () => {
  /** What the endpoints and the payments read of it; a consent to SHA-1 changes nothing alone, a GET has no body. */
  const elsewhere =
    /^(?:\$schema|basis\..*|wallets\.wallet-a\.gateways|webhook\.answer\..*|lifetimes\..*|export\..*|signing\.allowSha1|operations\.balance\.encoding)$/;
  const entries = leavesOf(full).filter(([path]) => !elsewhere.test(path));

  /** All calls without an override; an entry of one operation changes a few calls, which cost little. */
  const usualBehaviour = behaviourOf(full);

  it('has more than 300 entries that can be overridden', () => {
    assert.ok(entries.length > 300);
  });

  for (const [path, value] of entries) {
    it(`is followed at ${path}`, async () => {
      const profile = defineProfile(at(path, changed(path, value)), full);
      const operationNames = names.filter((name) => path.startsWith(`operations.${name}.`));
      const calls = operationNames.length > 0 ? operationNames : names;
      const usual = calls === names ? usualBehaviour : behaviourOf(full, calls);
      assert.notEqual(await behaviourOf(profile, calls), await usual);
      assert.equal(profile.basisOf(path), 'configured');
    });
  }

  for (const name of names) {
    it(`sends a constant of ${name} at its place`, async () => {
      const profile = defineProfile(at(`operations.${name}.constants`, { 'a[0].b': [1] }), full);
      const { request } = await callOnce(everyCall[name], '{"id":"s","status":"paid"}', {
        profile,
      });
      const isList = name === 'createOperations' || name === 'refundOperations';
      const place =
        request.method === 'GET' ? 'a=%5B%7B%22b%22%3A%5B1%5D%7D%5D' : '"a":[{"b":[1]}]';
      assert.equal(`${request.url}${request.text}`.includes(place), !isList);
    });
  }

  for (const carrier of ['session', 'payment', 'payToken'] as const) {
    it(`lets ${carrier} carry redirect_url, and no other call`, async () => {
      const fields = (name: string): object => ({
        fields: { redirectUrl: name === carrier ? 'redirect_url' : null },
      });
      const calls = ['session', 'payment', 'payToken'] as const;
      const operations = Object.fromEntries(calls.map((name) => [name, fields(name)]));
      for (const name of names) {
        const profile = defineProfile({ operations }, full);
        const { request } = await callOnce(everyCall[name], JSON.stringify(answer), { profile });
        assert.equal(request.text.includes('redirect_url'), name === carrier, name);
      }
    });
  }
});
