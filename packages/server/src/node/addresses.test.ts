import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressList, clientAddress } from './addresses.ts';

describe('a list of addresses', () => {
  const isListed = addressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']);

  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8::1']) {
    it(`has ${address}`, () => {
      assert.equal(isListed(address), true);
    });
  }
  it('takes the longest prefix of a family', () => {
    assert.equal(addressList(['203.0.113.7/32'])('203.0.113.7'), true);
    assert.equal(addressList(['2001:db8::1/128'])('2001:db8::2'), false);
  });

  const others: readonly string[] = [
    '203.0.113.8',
    '::ffff:203.0.113.8',
    '198.51.101.0',
    '2001:db9::1',
    '',
    'unknown',
    '203.0.113.999',
    '0203.0.113.7',
    '203.0.113.7 ',
    '203.0.113.7:80',
    'fe80::1%eth0',
  ];
  for (const address of others) {
    it(`does not have ${JSON.stringify(address)}`, () => {
      assert.equal(isListed(address), false);
    });
  }

  for (const entry of [
    '',
    'proxy',
    '1.2.3.4/33',
    '1.2.3.4/a8',
    '1.2.3.4/8a',
    '1.2.3.4/8e0',
    '1.2.3.4/0x8',
    '1.2.3.4/',
    '1.2.3/24',
    '::/129',
    '1.2.3.4/8/8',
  ]) {
    it(`cannot be made of ${JSON.stringify(entry)}`, () => {
      const message = `${entry} is not an address or a network.`;
      assert.throws(() => addressList([entry]), { code: 'config_invalid', message });
    });
  }
});

describe('the address of a client behind', () => {
  const isTrusted = addressList(['10.0.0.0/8', '::1']);
  /** The socket's address, the header, the client's address. */
  const chains: readonly (readonly [string, string | null, string | null])[] = [
    ['192.0.2.1', null, '192.0.2.1'],
    ['192.0.2.1', '203.0.113.7', '192.0.2.1'],
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '203.0.113.7, 192.0.2.1', '192.0.2.1'],
    ['10.0.0.1', '192.0.2.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['10.0.0.1', '203.0.113.7,10.0.0.3,10.0.0.2', '203.0.113.7'],
    ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['10.0.0.1', '::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    ['10.0.0.1', '203.0.113.7:5555', '203.0.113.7'],
    ['10.0.0.1', '[2001:db8::1]:1', '2001:db8::1'],
    ['10.0.0.1', ' 203.0.113.7  ', '203.0.113.7'],
    ['10.0.0.1', '[2001:db8::1]', '2001:db8::1'],
    ['10.0.0.1', '[2001:db8::1]:55555', '2001:db8::1'],
    ['10.0.0.1', 'x[2001:db8::1]', null],
    ['10.0.0.1', '[2001:db8::1]x', null],
    ['10.0.0.1', 'x203.0.113.7:80', null],
    ['10.0.0.1', '203.0.113.7:80x', null],
    ['10.0.0.1', ['203.0.113.7', ...Array<string>(31).fill('10.0.0.2')].join(','), '203.0.113.7'],
    ['10.0.0.1', 'unknown', null],
    ['10.0.0.1', '203.0.113.7, unknown', null],
    ['10.0.0.1', '203.0.113.7,', null],
    ['10.0.0.1', '203.0.113.999', null],
    ['10.0.0.1', '0203.0.113.7', null],
    ['10.0.0.1', Array(60).fill('10.0.0.2').join(','), null],
    ['', '203.0.113.7', null],
  ];
  for (const [socket, header, expected] of chains) {
    const headerText = header === null ? 'nothing' : JSON.stringify(header.slice(0, 50));
    it(`${socket || 'no address'} that forwards for ${headerText} is ${String(expected)}`, () => {
      assert.equal(clientAddress(socket, header, isTrusted), expected);
    });
  }
});
