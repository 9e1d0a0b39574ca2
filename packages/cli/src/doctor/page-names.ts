import { expect, type Finding, findingOf, type Setup } from './finding.ts';
import { isPrivate } from './look.ts';
import type { Tag } from './tags.ts';

/** `env.mix`: the environment of wallet B fits the host of the page. */
export function environment(tags: readonly Tag[], url: URL, setup: Setup): Finding {
  const tagEnvironments = tags
    .filter(({ name }) => name === 'wallet-b-button')
    .map(({ attributes }) => attributes.get('environment'));
  const other = tagEnvironments.find((name) => name !== undefined && name !== setup.environment);
  if (setup.environment !== undefined && other !== undefined) {
    const observation = `The tag has ${other}, and --environment is ${setup.environment}.`;
    const fix = 'Set the environment of the page on the tag, and name the same one here.';
    return findingOf('env.mix', 'fail', observation, fix);
  }
  if (setup.environment === 'PRODUCTION' && tagEnvironments.includes(undefined)) {
    const observation =
      'A tag has no environment, which is TEST. A script may set it: --browser sees that.';
    return findingOf('env.mix', 'warn', observation, 'Set environment="PRODUCTION" on the tag.');
  }
  const names = setup.environment === undefined ? tagEnvironments : [setup.environment];
  if (names.length === 0)
    return findingOf('env.mix', 'skip', 'Name it with --environment TEST or PRODUCTION.');
  // A public name may lead to the machine of a developer.
  const isLive = !isPrivate(url) && setup.local !== true;
  const fix = isLive
    ? 'Set environment="PRODUCTION" on the live page, once wallet B has approved it: in TEST nothing is charged.'
    : 'Use TEST on a page that is not public.';
  if (isLive && names.includes(undefined)) {
    const observation = `No environment on ${url.hostname}, which is TEST. A script may set it: --browser sees that.`;
    return findingOf('env.mix', 'warn', observation, fix);
  }
  const environments = names.map((name = 'TEST') => name);
  const isRight = environments.every((name) => (name === 'PRODUCTION') === isLive);
  const observation = `${[...new Set(environments)].join(', ')} on ${url.hostname}.`;
  return expect('env.mix', isRight, observation, 'fail', fix);
}

/** `b.same`: the merchant id of the tags is the one that the user names. */
export function sameMerchant(tags: readonly Tag[], { walletBId }: Setup): Finding {
  if (walletBId === undefined)
    return findingOf('b.same', 'skip', 'Name your id at wallet B with --wallet-b-id.');
  const buttons = tags.filter(({ name }) => name === 'wallet-b-button');
  const merchantIds = buttons.flatMap(({ attributes }) => attributes.get('merchant-id') ?? []);
  if (merchantIds.length === 0)
    return findingOf(
      'b.same',
      'skip',
      'No tag names a merchant id. --browser sees those of a script.',
    );
  const others = merchantIds.filter((id) => id !== walletBId);
  const observation = `The page has ${[...new Set(merchantIds)].join(', ')}; --wallet-b-id is ${walletBId}.`;
  return expect('b.same', others.length === 0, observation);
}

/** `a.domain`: the domain that the tag of wallet A names is registered. */
export function registration(tags: readonly Tag[], url: URL, setup: Setup): Finding {
  const tag = tags.find(({ attributes }) => attributes.has('merchant-domain'));
  const merchantDomain = tag?.attributes.get('merchant-domain') ?? url.hostname;
  const hosts = setup.domain.map((host) => new URL(`https://${host}`).hostname);
  if (hosts.length === 0)
    return findingOf('a.domain', 'skip', 'Name the registered domains with --domain.');
  const text = `${merchantDomain}; registered: ${hosts.join(', ')}.`;
  return expect('a.domain', hosts.includes(merchantDomain), text, 'warn');
}
