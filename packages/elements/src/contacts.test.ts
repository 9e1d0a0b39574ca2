import { assert } from '@open-wc/testing';
import { sceneA } from '../test/fake-apple-pay.ts';
import { paymentData, sceneB } from '../test/fake-google-pay.ts';
import { eventOf } from '../test/support.ts';

/** What a payer may have in an address book. */
const messy = {
  givenName: 'Olena\t',
  familyName: 'Koval\r\n',
  name: 'Olena\tKoval\r\n',
  emailAddress: 'olena@shop.example\u0000',
  phoneNumber: '+380\t501234567',
  countryCode: 'UA',
  locality: 'Kyiv\n',
  administrativeArea: ' Kyiv\u2028region ',
  addressLines: ['Khreshchatyk\t1'],
  address1: 'Khreshchatyk\t1',
};
const clean = {
  name: 'Olena Koval',
  phone: '+380 501234567',
  country: 'UA',
  locality: 'Kyiv',
  administrative_area: 'Kyiv region',
  address_lines: ['Khreshchatyk 1'],
};
const recipient = { name: 'Ivan', givenName: 'Ivan', countryCode: 'UA', phoneNumber: '2' };
const owner = { name: 'Olena', givenName: 'Olena', countryCode: 'UA' };
/** What a browser or a library beside it may give in the place of texts. */
const odd = {
  contact: { countryCode: 'UA', phoneNumber: 2, locality: null, addressLines: 'Khreshchatyk 1' },
  read: { country: 'UA', phone: '2', address_lines: ['Khreshchatyk 1'] },
};
const token = { paymentData: { data: 'AQ==' } };

describe('a contact of wallet A', () => {
  const scene = sceneA();
  const pay = async (contacts: object) => {
    const { events, session } = await scene.pressed({ request: 'name phone shipping-address' });
    session?.onpaymentauthorized?.({ payment: { token, ...contacts } });
    await eventOf(events, 'wallet-result');
    return scene.backend.to('pay-token')[0]?.body;
  };

  it('has a blank where it had a tab, a line break or a control character', async () => {
    const body = await pay({ shippingContact: messy });
    assert.deepEqual(body?.['shipping_address'], { ...clean, email: 'olena@shop.example' });
  });

  it('of the payer is that of the card, where the goods go to somebody else', async () => {
    const body = await pay({ shippingContact: recipient, billingContact: owner });
    assert.deepEqual(body?.['payer'], { name: 'Olena', phone: '2' });
    assert.nestedPropertyVal(body, 'shipping_address.name', 'Ivan');
  });

  it('keeps how a name is spoken, and the parts of its region', async () => {
    const phonetic = { phoneticGivenName: 'オレナ', phoneticFamilyName: 'コヴァル' };
    const body = await pay({
      shippingContact: { ...recipient, ...phonetic, subAdministrativeArea: 'Bucha' },
    });
    assert.nestedInclude(body?.['shipping_address'], {
      phonetic_name: 'オレナ コヴァル',
      sub_administrative_area: 'Bucha',
    });
  });

  it('is no reason to refuse the payment, whatever the provider has in it', async () => {
    const body = await pay({ shippingContact: odd.contact, billingContact: null });
    assert.deepEqual(body?.['shipping_address'], odd.read);
  });
});

describe('a contact of wallet B', () => {
  const scene = sceneB();
  const pay = async (shippingAddress: object, billingAddress?: object | null) => {
    const { client, events } = await scene.pressed();
    const data = paymentData({ ...(billingAddress !== undefined && { billingAddress }) });
    void client.agree({ ...data, shippingAddress });
    await eventOf(events, 'wallet-result');
    return scene.backend.to('pay-token')[0]?.body;
  };

  it('has a blank where it had a tab, a line break or a control character', async () => {
    assert.deepEqual((await pay(messy))?.['shipping_address'], {
      ...clean,
      email: 'olena@shop.example',
    });
  });

  it('of the payer is that of the card, where the goods go to somebody else', async () => {
    const body = await pay(recipient, owner);
    assert.deepEqual(body?.['payer'], { name: 'Olena', phone: '2' });
    assert.nestedPropertyVal(body, 'shipping_address.name', 'Ivan');
  });

  it('keeps the code of its region, and its sorting code', async () => {
    const body = await pay({
      ...recipient,
      sortingCode: 'CEDEX 09',
      iso3166AdministrativeArea: 'UA-30',
    });
    assert.nestedInclude(body?.['shipping_address'], {
      sorting_code: 'CEDEX 09',
      administrative_area_code: 'UA-30',
    });
  });

  it('is no reason to refuse the payment, whatever the provider has in it', async () => {
    const body = await pay(odd.contact, null);
    assert.deepEqual(body?.['shipping_address'], odd.read);
  });
});
