/** The half of a key pair. */
export type Half = 'private' | 'public';

/** How to make a key that can be used. */
export const makeRsaKey =
  'make one with openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out merchant-key.pem';

/** What is given in place of a key: how its text is recognised, its name, which half it is, and what to do. */
export const otherForms: readonly (readonly [RegExp, string, Half | null, string])[] = [
  [
    /BEGIN OPENSSH PRIVATE KEY/,
    'an OpenSSH private key',
    'private',
    'convert it with ssh-keygen -p -m PKCS8 -f FILE',
  ],
  [
    /^(?:ssh|ecdsa|sk)-\S+ AAAA/,
    'an OpenSSH public key',
    'public',
    'convert it with ssh-keygen -e -m PKCS8 -f FILE',
  ],
  [
    /BEGIN SSH2 PUBLIC KEY/,
    'an SSH2 public key',
    'public',
    'convert it with ssh-keygen -i -f FILE, and its result with ssh-keygen -e -m PKCS8 -f FILE',
  ],
  [
    /^PuTTY-User-Key-File/,
    'a PuTTY key',
    'private',
    'convert it with puttygen FILE -O private-openssh -o merchant-key.pem',
  ],
  [
    /BEGIN (?:NEW )?CERTIFICATE REQUEST/,
    'a certificate request',
    'public',
    'take its key with openssl req -in FILE -noout -pubkey',
  ],
  [/BEGIN PGP /, 'a PGP key', null, makeRsaKey],
  [/^\{[^]*"keys"\s*:/, 'a JSON Web Key Set', null, 'give one of its keys'],
  [
    /^(?:file:|~|\.{0,2}[\\/]|[A-Z]:[\\/])\S*$|^.*\.(?:pem|key|pub|crt|cer|der|p12|pfx|jwk|json|txt)$/i,
    'the path of a file',
    null,
    "read it, with readFileSync(path, 'utf8')",
  ],
  [
    /-----BEGIN [A-Z0-9 ]+-----(?![^]*-----END )/,
    'a PEM with no END line',
    null,
    'give all its lines. A variable in an .env file needs quotes around them',
  ],
  [
    /BEGIN [A-Z0-9 ]*(?:KEY|CERTIFICATE)(?![^]*-----END )/,
    'a PEM with damaged lines',
    null,
    'BEGIN and END need five hyphens on each side',
  ],
];

/** A form without text, by its first bytes in hexadecimal. */
export const pkcs12Form = [
  /^30.{2,8}020103/,
  'a PKCS#12 file',
  null,
  'take its key with openssl pkcs12 -in FILE -nodes -nocerts',
] as const;
