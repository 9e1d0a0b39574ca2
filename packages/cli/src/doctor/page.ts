import { bytesOf } from '../files.ts';
import { urlOf } from '../given.ts';
import { checkCsp } from './csp.ts';
import { expect, type Finding, found, type Setup, skipped } from './finding.ts';
import { isPrivate, look } from './look.ts';

const ids = [
  ...(['page.https', 'csp.script', 'csp.frame', 'csp.connect', 'csp.style'] as const),
  ...(['pp.payment', 'page.coop', 'page.tags', 'page.twice', 'env.mix', 'a.domain'] as const),
];

const required = ['order', 'amount', 'currency', 'country', 'label'];
const ofB = ['gateway', 'gateway-merchant-id'];

/** The checkout page: headers and HTML as they are served, without a browser. */
export async function checkPage(setup: Setup): Promise<Finding[]> {
  const frame = found('page.frame', 'skip', 'Without a browser no embedding page is known.');
  if (setup.url === undefined) {
    return [...skipped(ids, 'Name the URL of the checkout page.'), frame];
  }
  const url = urlOf(setup.url);
  const answer = await look(url, {
    ca: setup.ca === undefined ? undefined : await bytesOf(setup.ca),
  });
  if (typeof answer === 'string' || answer.status !== 200) {
    const why =
      typeof answer === 'string' ? `No answer (${answer}).` : `HTTP ${String(answer.status)}.`;
    return [found('page.https', 'fail', why), ...skipped(ids.slice(1), why), frame];
  }
  const { headers } = answer;
  const html = answer.body.toString('utf8').replaceAll(/<!--[^]*?-->/g, '');
  const tags = tagsIn(html);
  const wallets = (['a', 'b'] as const).filter((wallet) =>
    tags.some(({ name }) => name === `wallet-${wallet}-button`),
  );
  const header = headers['content-security-policy'];
  const policies = [...(header?.split(',') ?? []), ...metaPolicies(html)];
  const isSecure = url.protocol === 'https:' || isLoopback(url);
  const coop = headers['cross-origin-opener-policy'] ?? 'none';
  return [
    expect('page.https', isSecure, url.origin),
    ...checkCsp(policies, wallets.length === 0 ? ['a', 'b'] : wallets, url),
    payment(headers['permissions-policy'] ?? ''),
    expect('page.coop', !/^same-origin(;|$)/.test(coop.trim()), coop),
    attributes(tags),
    versions(html),
    environment(tags, url, setup),
    domain(tags, url, setup),
    frame,
  ];
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** The tags of the kit in the HTML. A script may add others, or set properties. */
function tagsIn(html: string): readonly Tag[] {
  const plain = html.replaceAll(/<script\b[^]*?<\/script>/gi, '');
  return Array.from(
    plain.matchAll(/<(wallet-[ab]-button|wallet-buttons)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi),
    (tag) => {
      const pairs = (tag[2] ?? '').matchAll(
        /([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
      );
      const attributes = Array.from(
        pairs,
        ([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c ?? ''] as const,
      );
      return { name: (tag[1] ?? '').toLowerCase(), attributes: new Map(attributes) };
    },
  );
}

function metaPolicies(html: string): readonly string[] {
  const metas = Array.from(
    html.matchAll(/<meta\b(?:"[^"]*"|'[^']*'|[^>"'])*>/gi),
    ([meta]) => meta,
  );
  return metas
    .filter((meta) => /http-equiv\s*=\s*["']?content-security-policy["'\s]/i.test(meta))
    .map((meta) => /content\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(meta))
    .map((content) => content?.[1] ?? content?.[2] ?? '');
}

function payment(policy: string): Finding {
  const isOff = /(^|[,\s])payment=\(\s*\)/.test(policy);
  return expect('pp.payment', !isOff, policy || 'no Permissions-Policy');
}

function attributes(tags: readonly Tag[]): Finding {
  const buttons = tags.filter(({ name }) => name !== 'wallet-buttons');
  if (buttons.length === 0) {
    return found(
      'page.tags',
      'skip',
      'The HTML has no tag; a script may add it, which takes a browser to see.',
    );
  }
  const group = tags.find(({ name }) => name === 'wallet-buttons');
  const missing = buttons.flatMap(({ name, attributes: own }) =>
    [...required, ...(name === 'wallet-b-button' ? ofB : [])]
      .filter((attribute) => !own.get(attribute) && !group?.attributes.get(attribute))
      .map((attribute) => `${name} lacks ${attribute}`),
  );
  const seen =
    missing.length === 0
      ? `${String(buttons.length)} tags`
      : `${missing.join(', ')} (a script may set it).`;
  return expect('page.tags', missing.length === 0, seen, 'warn');
}

function versions(html: string): Finding {
  const named = Array.from(
    html.matchAll(/@wallet-buttons\/elements@([\w.-]+)/g),
    ([, version = '']) => version,
  );
  const distinct = [...new Set(named)];
  if (distinct.length === 0)
    return found(
      'page.twice',
      'skip',
      'The HTML names no version; a browser would see the modules.',
    );
  return expect('page.twice', distinct.length === 1, distinct.join(', '));
}

function environment(tags: readonly Tag[], url: URL, setup: Setup): Finding {
  const tag = tags.find(({ attributes: own }) => own.has('environment'));
  const named = setup.environment ?? tag?.attributes.get('environment');
  if (named === undefined)
    return found('env.mix', 'skip', 'Name it with --environment TEST or PRODUCTION.');
  const isLive = !isPrivate(url);
  return expect('env.mix', (named === 'PRODUCTION') === isLive, `${named} on ${url.hostname}.`);
}

function domain(tags: readonly Tag[], url: URL, setup: Setup): Finding {
  const tag = tags.find(({ attributes: own }) => own.has('merchant-domain'));
  const named = tag?.attributes.get('merchant-domain');
  const hosts = named === undefined ? setup.domain.map((host) => host.split(':')[0]) : [named];
  if (hosts.length === 0)
    return found('a.domain', 'skip', 'Name the registered domains with --domain.');
  return expect(
    'a.domain',
    hosts.includes(url.hostname),
    `${url.hostname}; registered: ${hosts.join(', ')}.`,
    'warn',
  );
}

/** A browser takes loopback for secure. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
}
