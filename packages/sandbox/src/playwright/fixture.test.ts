import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProfile } from '../settings/check-profile.ts';
import { profileNamed } from '../settings/profile-named.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';

describe('the wallets of a test', () => {
  it('refuse a profile that does not exist, with the names of those that do', () => {
    assert.throws(() => profileNamed('walletA', walletAProfiles, 'nativ'), {
      message: /^walletA: there is no profile "nativ"\. There are: native, polyfill, /,
    });
  });

  it('refuse a setting that does not exist, with the names of those that do', () => {
    for (const [profile, message] of [
      [{ waletA: {} }, /^There is no setting "waletA"\. There are: walletA, walletB, payer, /],
      [
        { walletA: { canMakePayment: false } },
        /^There is no setting "walletA\.canMakePayment"\. There are: .*canMakePayments/,
      ],
      [{ payer: { dose: 'pays' } }, /^There is no setting "payer\.dose"\. There are: does, card/],
      [
        { walletA: { activeCard: 'no' } },
        /^The setting walletA\.activeCard is a boolean, not "no"/,
      ],
      [
        { payer: { card: 'viza' } },
        /^The setting payer\.card is no test card: "viza"\. There are: visa-/,
      ],
    ] as const) {
      assert.throws(
        () => {
          checkProfile(profile);
        },
        { message },
      );
    }
  });

  it('take every profile of their own', () => {
    for (const profile of Object.values(walletAProfiles)) checkProfile(profile);
    checkProfile({ timeLimit: null, allowedHosts: ['staging.example'], payer: { card: '' } });
  });
});
