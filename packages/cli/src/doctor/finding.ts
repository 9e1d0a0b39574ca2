import { repository } from '../repository.ts';

/** The result of a check. `skip`: it was not done, for the reason in `seen`. */
export type Result = 'pass' | 'warn' | 'fail' | 'skip';

/** One finished check. */
export interface Finding {
  /** Stable, for programs: `dom.redirect`. */
  readonly id: CheckId;
  readonly result: Result;
  /** The subject, if a check has several, such as a domain or a file. */
  readonly subject?: string;
  /** The observation, or the reason for a skip; never a secret. */
  readonly seen: string;
  /** The remedy if it did not pass. */
  readonly fix: string;
  /** Where to read more. */
  readonly link: string;
  /** Of `page.headers`: the headers, whose changes `--watch` prints. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of the set-up that the user names: the unread options of `doctor`. */
export interface Setup {
  /** The checkout page. */
  readonly url?: string;
  readonly key?: string;
  readonly publicKey?: string;
  readonly service?: string;
  readonly merchantId?: string;
  readonly profile?: string;
  readonly domain: readonly string[];
  readonly association?: string;
  readonly paymentCertificate?: string;
  readonly paymentKey?: string;
  readonly identityCertificate?: string;
  readonly identityKey?: string;
  readonly walletAId?: string;
  readonly walletBId?: string;
  readonly environment?: string;
  readonly callback?: string;
  readonly return?: string;
  /** The server's address for the bank, by default beside `callback`; `false`: the backend has none. */
  readonly bankReturn?: string | false;
  readonly db?: string;
  readonly merchant?: string;
  readonly ca?: string;
  /** The server confirms webhooks by asking for the status: `webhooks: 'confirm'`. */
  readonly confirmWebhooks?: boolean;
  /** The page that shows the checkout in a frame. */
  readonly embeddedIn?: string;
  /** Load the page with a browser: the one of this name or path, or an installed Chromium. */
  readonly browser?: string | true;
  /** Open one session at the service, to validate the merchant. */
  readonly openSession?: boolean;
  /** Allow loopback and private addresses. */
  readonly local?: boolean;
}

const packages = `${repository}/tree/main/packages`;
const server = `${packages}/server#readme`;
const bankReturn = `${packages}/docs/recipes/return.md`;
const elements = `${packages}/elements#readme`;
const localHttps = `${packages}/docs/recipes/local-https.md`;
const walletA = 'https://developer.apple.com/documentation/applepayontheweb';
const domain = `${walletA}/maintaining-your-environment`;
const tls = `${walletA}/setting-up-your-server`;
const walletB = 'https://developers.google.com/pay/api/web/support/troubleshooting';
const headers = 'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers';
const csp = `${headers}/Content-Security-Policy`;

/** Every check, with its remedy and a link. */
const checks = {
  'key.parse': [
    'Give the key as PEM: the text of the file that begins with BEGIN PRIVATE KEY.',
    server,
  ],
  'key.locked': ['Set the passphrase in WALLET_KEY_PASSPHRASE.', server],
  'key.kind': ['Make an RSA pair of 2048 bits or more: wallet-buttons keys.', server],
  'key.mode': ['chmod 600 the file: others can read the key.', server],
  'key.fits': [
    'Send the service the public half of this key, or use the key whose half it has.',
    server,
  ],
  'key.sign': ['Compare signing in the wire profile with what the service expects.', server],
  'key.git': [
    'Remove the key from the repository, make a new pair, and notify the service.',
    server,
  ],
  'base.answer': ['Check the base URL, the network and the status page of the service.', server],
  'base.auth': [
    'Check the merchant id, and that the service has the public half of this key.',
    server,
  ],
  'base.ip': ['Ask the service to put the address of this machine on its allow-list.', server],
  'clock.skew': ['Synchronise the clock of this machine (NTP).', server],
  'dom.status': [
    'Serve the association file with 200 to everyone, without login or bot protection.',
    domain,
  ],
  'dom.redirect': ['Serve the file at this very URL, without a redirect.', domain],
  'dom.bytes': [
    'Serve the bytes as received: no editor, no trimmed last line, no encoding.',
    domain,
  ],
  'dom.html': ['Serve the file itself as text/plain: a page was answered.', domain],
  'dom.txt': [
    'Serve the same bytes under the name with .txt too: the portal may ask for it.',
    domain,
  ],
  'dom.tls': ['Serve TLS 1.2 or newer with a certificate that browsers trust.', tls],
  'dom.life': ['Renew the TLS certificate: the domain is verified until it ends.', domain],
  'cert.pay': ['Request it with an EC P-256 key: wallet-buttons csr payment-processing.', walletA],
  'cert.id': ['Request it with an RSA 2048 key: wallet-buttons csr merchant-identity.', walletA],
  'cert.key': ['Use the key with which the certificate was requested.', walletA],
  'cert.life': ['Request a new certificate. Keep the old key until no token uses it.', walletA],
  'a.merchant': ['Take the merchant id of wallet A: it begins with "merchant.".', walletA],
  'a.session': [
    'Compare domains, certificates and merchant id of wallet A at the service and at the provider.',
    walletA,
  ],
  'a.domain': ['Register the host of the checkout page, each sub-domain by itself.', domain],
  'b.id': ['Take the merchant id from the console of wallet B: BCR2DN….', walletB],
  'b.same': [
    'Give the tag the merchant id of your account at wallet B, and name the same one here.',
    walletB,
  ],
  'b.swap': ['Give each wallet its own merchant id.', walletB],
  'env.mix': ['Use PRODUCTION on the live page, and TEST elsewhere.', walletB],
  'env.example': [
    'Replace the values of the guide and of the sandbox by those of your own accounts.',
    walletB,
  ],
  'csp.script': ["Allow the provider's script in script-src.", csp],
  'csp.frame': ["Allow wallet B's frames in frame-src.", csp],
  'csp.connect': ["Allow the backend and wallet B's origins in connect-src.", csp],
  'csp.style': ['Give the tag of wallet B the nonce of style-src, or allow inline styles.', csp],
  'pp.payment': [
    'Allow payment for the page, and for its frames with allow="payment".',
    `${headers}/Permissions-Policy/payment`,
  ],
  'page.coop': [
    'Send same-origin-allow-popups: wallet B opens a window.',
    `${headers}/Cross-Origin-Opener-Policy`,
  ],
  'page.frame': ['Give the frame allow="payment" and, with sandbox, allow-popups.', elements],
  'page.headers': ['Look whether the change was meant: its headers protect the page.', headers],
  'page.https': [
    'Give the URL that the payer sees, and serve it by https: wallet A is off without it on this machine too.',
    localHttps,
  ],
  'page.open': [
    'Give the URL of the checkout page itself; WALLET_PAGE_COOKIE opens one behind a session.',
    elements,
  ],
  'page.tags': ['Set the attributes that the tag requires.', elements],
  'page.twice': ['Load one version of the package.', elements],
  'preload.line': [
    'Put <link rel="preload" as="script" href="…"> into the head for each script that a tag loads; with crossorigin="anonymous" for wallet A.',
    elements,
  ],
  'preload.same': [
    'Give the line the tag\'s own URL (sdk-url) and integrity, and crossorigin="anonymous" for wallet A alone.',
    elements,
  ],
  'hook.reach': [
    'Give a public https URL that ends in /webhook/v1, v2 or v3 and redirects nowhere.',
    server,
  ],
  'hook.refuse': [
    "Give the server the service's public key (service.webhooks.verifier), or name --confirm-webhooks if it asks for the status of each.",
    server,
  ],
  'ret.url': ['Give a public https URL that shows the status of the order.', server],
  'ret.get': [
    'Pass /wallet/return/ and all below it on to the server, and set returnUrl if payers reach it elsewhere.',
    bankReturn,
  ],
  'ret.post': [
    'Let a form of another site through to /wallet/return/: leave /wallet/ out of the protection against CSRF.',
    bankReturn,
  ],
  'store.kind': [
    'Name the database of sqliteStore, postgresStore or mysqlStore: a store in memory is lost at a restart.',
    server,
  ],
  'store.review': ['Look at them: wallet-buttons list --needs-review.', server],
  'profile.assumed': ['Record real calls and run wallet-buttons profile check.', server],
} as const satisfies Record<string, readonly [fix: string, link: string]>;

/** The checks by their ids. */
export type CheckId = keyof typeof checks;
export const checkIds = Object.keys(checks) as readonly CheckId[];

/** A finding of a check. @param remedy instead of the usual one of the check, where the cause is known. */
export function findingOf(
  id: CheckId,
  result: Result,
  observation: string,
  remedy?: string,
): Finding {
  const [fix, link] = checks[id];
  return { id, result, seen: observation, fix: remedy ?? fix, link };
}

/** `pass` if the condition holds, else `otherwise`. */
export function expect(
  id: CheckId,
  isGood: boolean,
  observation: string,
  otherwise: 'warn' | 'fail' = 'fail',
  remedy?: string,
): Finding {
  return findingOf(id, isGood ? 'pass' : otherwise, observation, remedy);
}

/** Findings of skipped checks, with the reason. */
export function skipped(ids: readonly CheckId[], reason: string): Finding[] {
  return ids.map((id) => findingOf(id, 'skip', reason));
}
