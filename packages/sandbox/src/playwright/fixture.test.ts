import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkProfile } from '../settings/check-profile.ts';
import { profileNamed } from '../settings/profile-named.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import { walletBProfiles } from '../settings/google-pay-profiles.ts';
import { defaultSettings } from '../settings/wallet-settings.ts';

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
      [
        { payer: { does: 'pay' } },
        /^The setting payer\.does is not "pay"\. It is one of: chooses, pays, cancels, /,
      ],
      [
        { walletA: { platform: 'toString' } },
        /^The setting walletA\.platform is not "toString"\. It is one of: polyfill, native\.$/,
      ],
      [{ walletB: { flow: 'in-page' } }, /^The setting walletB\.flow is not "in-page"\. .*popup/],
      [{ walletA: 'native' }, /^The setting walletA is an object, not "native"\.$/],
      [{ walletA: true }, /^The setting walletA is an object, not true\.$/],
      [{ payer: null }, /^The setting payer is an object, not null\.$/],
      [{ timeLimit: NaN }, /^The setting timeLimit is a number from 0, not NaN\.$/],
      [{ walletB: { cancelDelay: -1 } }, /^The setting walletB\.cancelDelay is a number from 0/],
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
    for (const profile of Object.values({ ...walletAProfiles, ...walletBProfiles })) {
      checkProfile(profile);
    }
    checkProfile(defaultSettings);
    checkProfile({ walletA: undefined });
    checkProfile({ timeLimit: null, allowedHosts: ['staging.example'], payer: { card: '' } });
  });
});
