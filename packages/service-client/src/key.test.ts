import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as crypto from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { keyObjectSigner, pemSigner, pemVerifier, ServiceError } from './index.ts';
import { utf8 } from './operations.ts';

const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const rsaPublic = pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const passphrase = 'a passphrase';
const lockedKey = pair.privateKey
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  .toString();
const lockedPkcs1 = pair.privateKey
  .export({ type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  .toString();
const bytes = utf8('{}');
const signature = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');

/** Of a key that is gone. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDATCCAemgAwIBAgIUUBPpjwn0LmdmJOD1Ja2EBPD/TL0wDQYJKoZIhvcNAQEL
BQAwDzENMAsGA1UEAwwEc2hvcDAgFw0yNjExMjUxMTEzMTlaGA8yMTI2MTEwMTEx
MTMxOVowDzENMAsGA1UEAwwEc2hvcDCCASIwDQYJKoZIhvcNAQEBBQADggEPADCC
AQoCggEBAJTi21aL2IcPsefPQd1Le0KqIRt87PwkybXr4OSYyllwxYiL4MPk3rB2
4ceWRwVsa5o4AJXuWOt6k6G95jEGbd7kdAeN97QuDIwJOc2OKz/ak51UuHqLrDA1
qwfEL94Lr3ou4Hp2Pb/U7rTiFvk2eYD/NEi0E2RhddcQvlpS+gKKSSoJJgj2XWXl
jRDNyZW9jcUaEvYY8nLWVV3MMDuZS5vLXZ0chHyD3hFKpXp1Q3GV9dQgZzHKdmwS
GsrgpaiJQlLS9FoxfhjUQSIimcuUizLKX7xPU1afJu9YS5BhphEMIlrPBDYoGmFZ
GcqRbEIlJBhCZwL0XdXWikwHYrYsC+sCAwEAAaNTMFEwHQYDVR0OBBYEFNl4CGb+
6GK667UUpJw76SnUu0nmMB8GA1UdIwQYMBaAFNl4CGb+6GK667UUpJw76SnUu0nm
MA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADggEBAHvZzmxy9DDjmJyY
iLKN4n6s07eW7PR1Eh+Q+htf7KEYh5EKOzw1lwFQvJKL55LShviI524NDArW10ma
u0NArbu/sAZ3fFturK7LQ2YAZrJ3TczrBU4qGilShitMrKj4oxIAdBiiLPYAUHfD
6sIXRmC4fqL+CRctawfhescA3BTiJZ3CgTBRvjO9ghqzyXkyyST3sPei4yR1Vz0O
7JsQIoqVGF0901k4FCGk45lRiUtLdexGalWgwhxceX0hF41jv+oRZIQYa+oDYqzt
BaixE1sJfs/e8gXWWqgj8fL6q11qSOvBFl4hq8ed50oMt66UQ8WGCtXfdVSs4dx8
/mlrPmA=
-----END CERTIFICATE-----
`;
/** How a PKCS#12 file begins. */
const pkcs12 = Buffer.concat([
  Buffer.from('308209af020103308209650609', 'hex'),
  Buffer.alloc(64, 6),
]);

/** The text of a key as it comes out of variables, files and secret stores. */
const spellings: readonly (readonly [string, (pem: string) => unknown])[] = [
  ['as it is', (pem) => pem],
  ['with CRLF', (pem) => pem.replaceAll('\n', '\r\n')],
  ['with CR alone', (pem) => pem.replaceAll('\n', '\r')],
  ['on one line', (pem) => pem.replaceAll('\n', ' ')],
  ['without line breaks', (pem) => pem.replaceAll('\n', '')],
  ['with literal \\n', (pem) => pem.replaceAll('\n', '\\n')],
  ['with literal \\r\\n', (pem) => pem.replaceAll('\n', '\\r\\n')],
  ['with literal \\\\n', (pem) => pem.replaceAll('\n', '\\\\n')],
  ['in double quotes', (pem) => `"${pem}"`],
  ['in single quotes, with literal \\n', (pem) => `'${pem.replaceAll('\n', '\\n')}'`],
  ['as JSON', (pem) => JSON.stringify({ type: 'service_account', private_key: pem })],
  ['indented', (pem) => pem.replaceAll(/^/gm, '    ')],
  ['indented by tabs, with blank lines', (pem) => pem.replaceAll('\n', '\n\n\t')],
  ['with no-break spaces', (pem) => pem.replaceAll('\n', '\u00a0\n')],
  ['behind a byte order mark', (pem) => `\ufeff${pem}`],
  ['behind other text', (pem) => `Bag Attributes\n  friendlyName: shop\n${pem}`],
  ['as a line of an .env file', (pem) => `MERCHANT_KEY="${pem}"`],
  ['as base64', (pem) => Buffer.from(pem).toString('base64')],
  ['as base64 in lines', (pem) => Buffer.from(pem).toString('base64').replaceAll(/.{76}/g, '$&\n')],
  ['as base64 of base64', (pem) => btoa(btoa(pem))],
  ['as base64 of CRLF behind a byte order mark', (pem) => base64(`\ufeff${pem}`.split('\n'))],
  ['as a Buffer', (pem) => Buffer.from(pem)],
  ['as a Uint8Array', (pem) => utf8(pem)],
  ['as an ArrayBuffer', (pem) => utf8(pem).buffer],
  ['as a file in UTF-16', (pem) => Buffer.from(`\ufeff${pem}`, 'utf16le')],
  ['as UTF-16 that was read as UTF-8', (pem) => Buffer.from(pem, 'utf16le').toString()],
];

const base64 = (lines: readonly string[]): string => btoa(unescape(lines.join('\r\n')));
const unescape = (text: string): string => Buffer.from(text).toString('latin1');
const derOf = (pem: string): Buffer =>
  Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64');

describe('a private key', () => {
  for (const [name, spell] of spellings) {
    it(`is read ${name}, in PKCS#8 and PKCS#1`, async () => {
      for (const pem of [pkcs8, pkcs1]) {
        assert.equal(await pemSigner(spell(pem) as string).sign(bytes), signature);
      }
    });
  }

  for (const [name, spell] of spellings.slice(0, 9)) {
    it(`that is encrypted is opened ${name}`, async () => {
      assert.equal(await pemSigner(spell(lockedKey) as string, passphrase).sign(bytes), signature);
    });
  }

  it('that is encrypted in the older way is opened on one line too', async () => {
    for (const pem of [
      lockedPkcs1,
      lockedPkcs1.replaceAll('\n', ' '),
      lockedPkcs1.replaceAll('\n', '\\n'),
    ]) {
      assert.equal(await pemSigner(pem, passphrase).sign(bytes), signature);
    }
  });

  it('is read as DER, and as its base64', async () => {
    for (const der of [derOf(pkcs8), derOf(pkcs1)]) {
      assert.equal(await pemSigner(der).sign(bytes), signature);
      assert.equal(await pemSigner(der.toString('base64')).sign(bytes), signature);
    }
    assert.equal(await pemSigner(derOf(lockedKey), passphrase).sign(bytes), signature);
  });

  it('is read as a JSON Web Key, in text and as an object', async () => {
    const jwk = pair.privateKey.export({ format: 'jwk' });
    for (const form of [JSON.stringify(jwk), ` ${JSON.stringify(jwk, null, 2)}\n`, jwk]) {
      assert.equal(await pemSigner(form as string).sign(bytes), signature);
    }
    assert.equal(await pemSigner(btoa(JSON.stringify(jwk))).sign(bytes), signature);
  });

  it('is read from a file that has its certificate too', async () => {
    assert.equal(await pemSigner(`${certificate}${pkcs8}`).sign(bytes), signature);
    assert.equal(await pemSigner(`${spki}${pkcs8}`).sign(bytes), signature);
  });

  it('is read as a KeyObject', async () => {
    assert.equal(await pemSigner(pair.privateKey as never).sign(bytes), signature);
  });
});

describe('a public key', () => {
  for (const [name, spell] of spellings) {
    it(`is read ${name}, in SPKI, PKCS#1 and a certificate`, async () => {
      for (const pem of [spki, rsaPublic]) {
        assert.ok(await pemVerifier(spell(pem) as string).verify(bytes, signature));
      }
      pemVerifier(spell(certificate) as string);
    });
  }

  it('is read as DER, its base64, a JSON Web Key and a certificate', async () => {
    const jwk = JSON.stringify(pair.publicKey.export({ format: 'jwk' }));
    for (const form of [derOf(spki), derOf(rsaPublic), derOf(spki).toString('base64'), jwk]) {
      assert.ok(await pemVerifier(form).verify(bytes, signature));
    }
    pemVerifier(derOf(certificate));
  });
});

const openSshPrivate = `-----BEGIN OPENSSH PRIVATE KEY-----\n${btoa('openssh-key-v1\0none')}\n-----END OPENSSH PRIVATE KEY-----\n`;
const openSshPublic = 'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDV shop@example';
const request = `-----BEGIN CERTIFICATE REQUEST-----\n${btoa('request')}\n-----END CERTIFICATE REQUEST-----\n`;
const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = crypto.generateKeyPairSync('ed25519');
const pemOf = (key: crypto.KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();
const sec1 = curve.privateKey.export({ type: 'sec1', format: 'pem' }).toString();
const jwkOf = (key: crypto.KeyObject): string => JSON.stringify(key.export({ format: 'jwk' }));
const firstLine = '-----BEGIN PRIVATE KEY-----';

describe('something else than a private key', () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['an unset variable', undefined, /private key is missing: set the variable/],
    ['null', null, /missing/],
    ['an empty variable', '', /missing/],
    ['blanks', ' \n', /missing/],
    ['empty quotes', '""', /missing/],
    ['an empty Buffer', Buffer.alloc(0), /missing/],
    ['the text "undefined"', 'undefined', /missing/],
    [
      'an OpenSSH private key',
      openSshPrivate,
      /OpenSSH private key.*ssh-keygen -p -m PKCS8 -f FILE/,
    ],
    ['one as base64', btoa(openSshPrivate), /OpenSSH private key.*ssh-keygen -p -m PKCS8 -f FILE/],
    [
      'an OpenSSH public key',
      openSshPublic,
      /private key is needed, not an OpenSSH public key: give/,
    ],
    ['a public key', spki, /private key is needed, not a public one: .*BEGIN PRIVATE KEY/],
    ['a public key as base64', btoa(spki), /not a public one/],
    ['a public key as DER', derOf(spki), /not a public one/],
    ['a public key as a JSON Web Key', jwkOf(pair.publicKey), /not a public one/],
    ['a certificate', certificate, /private key is needed, not a certificate/],
    ['a certificate as DER', derOf(certificate), /not a certificate/],
    ['a certificate request', request, /private key is needed, not a certificate request/],
    [
      'an EC key',
      pemOf(curve.privateKey),
      /ec key, not an RSA key: .*openssl genpkey -algorithm RSA/,
    ],
    ['an EC key of openssl', sec1, /ec key, not an RSA key/],
    ['an EC key as DER', derOf(pemOf(curve.privateKey)), /ec key, not an RSA key/],
    ['an EC JSON Web Key', jwkOf(curve.privateKey), /ec key, not an RSA key/],
    ['an Ed25519 key', pemOf(edwards.privateKey), /ed25519 key, not an RSA key/],
    ['an encrypted key', lockedKey, /encrypted.*passphrase.*openssl pkey -in FILE/],
    ['an encrypted key as DER', derOf(lockedKey), /encrypted.*passphrase.*openssl pkey -in FILE/],
    [
      'an encrypted key of the older kind',
      lockedPkcs1,
      /encrypted.*passphrase.*openssl pkey -in FILE/,
    ],
    ['a path', './merchant-key.pem', /path of a file.*readFileSync/],
    ['a bare file name', 'merchant-key.pem', /path of a file.*readFileSync/],
    ['a path of Windows', 'C:\\new\\keys\\merchant.key', /path of a file.*readFileSync/],
    ['a path without an ending', '/run/secrets/merchant_key', /path of a file.*readFileSync/],
    ['a URL', pathToFileURL('/run/secrets/merchant_key'), /path of a file.*readFileSync/],
    ['a promise', Promise.resolve(pkcs8), /promise: await it/],
    ['a number', 7, /private key is a number: give the text/],
    ['the first line alone', firstLine, /no END line.*quotes/],
    ['a cut PEM', pkcs8.slice(0, 800), /no END line/],
    [
      'a PEM without a line in the middle',
      pkcs8.replace(/\n.{64}\n/, '\n'),
      /cannot be read.*damaged/,
    ],
    ['long dashes', pkcs8.replaceAll('-----', '—----'), /five hyphens/],
    [
      'a PuTTY key',
      'PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none',
      /PuTTY.*puttygen FILE -O private-openssh/,
    ],
    [
      'an SSH2 public key',
      '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----',
      /needed, not an SSH2 public key/,
    ],
    ['a PGP key', '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBF', /PGP key.*openssl genpkey/],
    [
      'a set of JSON Web Keys',
      JSON.stringify({ keys: [pair.privateKey.export({ format: 'jwk' })] }),
      /JSON Web Key Set.*one of its keys/,
    ],
    ['a PKCS#12 file', pkcs12, /PKCS#12 file.*openssl pkcs12 -in FILE -nodes -nocerts/],
    ['a PKCS#12 file as base64', pkcs12.toString('base64'), /PKCS#12 file/],
    ['other JSON', '{"a":1}', /cannot be read/],
    ['other text', 'not a key', /cannot be read: .*neither PEM, DER nor a JSON Web Key/],
    ['other bytes', Buffer.from([1, 2, 3, 4]), /cannot be read/],
    ['a variable that was not replaced', '${MERCHANT_KEY}', /cannot be read/],
  ];
  for (const [name, given, message] of cases) {
    it(`is refused by its name, and with the fix: ${name}`, () => {
      refuses(() => pemSigner(given as string), message, given);
    });
  }

  it('is refused where the passphrase does not fit', () => {
    refuses(() => pemSigner(lockedKey, 'another'), /passphrase is missing or wrong/, lockedKey);
  });

  it('is refused as a KeyObject', () => {
    refuses(() => keyObjectSigner(pair.publicKey), /private key is needed, not a public one/, spki);
    const webKey = { type: 'private', extractable: false };
    refuses(() => keyObjectSigner(webKey as never), /private key is an object/, pkcs8);
  });
});

describe('something else than a public key', () => {
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['an unset variable', undefined, /public key is missing: set the variable/],
    ['an OpenSSH public key', openSshPublic, /OpenSSH public key.*ssh-keygen -e -m PKCS8 -f FILE/],
    ['one of Ed25519', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI', /OpenSSH public key/],
    [
      'an SSH2 public key',
      '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n---- END SSH2 PUBLIC KEY ----',
      /SSH2 public key.*ssh-keygen -i -f FILE/,
    ],
    ['an OpenSSH private key', openSshPrivate, /public key is needed, not an OpenSSH private key/],
    ['a private key', pkcs8, /public key is needed, not a private one: .*payment service/],
    ['a private key as base64', btoa(pkcs1), /not a private one/],
    ['a private key as DER', derOf(pkcs8), /not a private one/],
    ['a private key as a JSON Web Key', jwkOf(pair.privateKey), /not a private one/],
    ['an encrypted key', lockedKey, /not a private one/],
    ['a private key behind its public one', `${spki}${pkcs8}`, /not a private one/],
    ['a certificate request', request, /certificate request.*openssl req -in FILE -noout -pubkey/],
    ['an EC key', pemOf(curve.publicKey), /ec key, not an RSA key/],
    ['a path', 'service-public.pem', /path of a file.*readFileSync/],
    ['a cut PEM', spki.slice(0, 200), /no END line/],
    ['other text', 'not a key', /cannot be read/],
  ];
  for (const [name, given, message] of cases) {
    it(`is refused by its name, and with the fix: ${name}`, () => {
      refuses(() => pemVerifier(given as string), message, given);
    });
  }
});

/** The commands of the messages. */
describe('the fix', () => {
  const hasSsh = spawnSync('ssh-keygen', ['-?']).error === undefined;

  it('for an OpenSSH private key makes one that is read', { skip: !hasSsh }, () => {
    const folder = temporaryFolder();
    const file = join(folder, 'id_rsa');
    spawnSync('ssh-keygen', ['-q', '-t', 'rsa', '-b', '2048', '-N', '', '-f', file]);
    const openSshKey = readFileSync(file, 'utf8');
    refuses(() => pemSigner(openSshKey), /OpenSSH private key/, openSshKey);
    spawnSync('ssh-keygen', ['-p', '-m', 'PKCS8', '-P', '', '-N', '', '-f', file]);
    pemSigner(readFileSync(file, 'utf8'));
    const half = `${file}.pub`;
    refuses(() => pemVerifier(readFileSync(half, 'utf8')), /OpenSSH public key/, '');
    pemVerifier(spawnSync('ssh-keygen', ['-e', '-m', 'PKCS8', '-f', half]).stdout.toString());
  });

  it('for an encrypted key makes one that is read', () => {
    pemSigner(made(['pkey', '-in', 'locked.pem', '-passin', `pass:${passphrase}`]));
  });
});

/** The error has the stable code and the message, and shows nothing of the key. */
function refuses(work: () => unknown, message: RegExp, key: unknown): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'key_invalid');
    assert.match(error.message, message);
    const inspection = inspect(error, { depth: 9 });
    const text = typeof key === 'string' ? key : '';
    for (const line of text.match(/[A-Za-z0-9+/]{24,}/g) ?? [])
      assert.ok(!inspection.includes(line));
    assert.doesNotMatch(inspection, /MII|AAAA/);
    return true;
  });
}

/** What openssl makes of the pair. */
function made(args: readonly string[]): Buffer {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'key.pem'), pkcs8);
  writeFileSync(join(cwd, 'locked.pem'), lockedKey);
  const subject = [
    'req',
    '-new',
    '-x509',
    '-key',
    'key.pem',
    '-subj',
    '/CN=shop',
    '-out',
    'cert.pem',
  ];
  spawnSync('openssl', subject, { cwd });
  const { stdout, stderr } = spawnSync('openssl', args, { cwd });
  assert.ok(stdout.length > 0, stderr.toString());
  return stdout;
}
