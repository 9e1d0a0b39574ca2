import { urlOf } from '../given.ts';
import { attributesIn } from '../html.ts';
import { type Finding, findingOf, type Setup } from './finding.ts';
import { isPrivate } from './look.ts';
import { judged, type Problem } from './problem.ts';
import type { Tag } from './tags.ts';

/** A page, as far as it may have values of the guide or of the sandbox. */
interface LoadedPage {
  readonly tags: readonly Tag[];
  /** The addresses of its scripts. */
  readonly scripts: readonly string[];
}

/** `env.example`: nothing of PRODUCTION has a value of the guide, or of the sandbox. */
export function checkExamples(setup: Setup, { tags, scripts }: LoadedPage): Finding {
  const buttons = tags.filter(({ name }) => name === 'wallet-b-button');
  const environments = [
    setup.environment,
    ...buttons.map(({ attributes }) => attributes.get('environment')),
  ];
  if (!environments.includes('PRODUCTION')) {
    const reason =
      'Nothing here says PRODUCTION: name it with --environment, or on the tag of wallet B.';
    return findingOf('env.example', 'skip', reason);
  }
  const problems = [
    ...optionProblems(setup),
    ...buttons.flatMap(tagProblems),
    ...scripts.filter(isStandIn).map((url) => ({
      seen: `${url} is a stand-in of the sandbox`,
      fix: 'Take the stand-ins off the live page: SANDBOX_URL is not set in production.',
    })),
  ];
  return judged('env.example', problems, 'No value of the guide or of the sandbox.');
}

/** The scripts that the HTML names. */
export function scriptsIn(html: string, base: URL): readonly string[] {
  const scripts = html.matchAll(/<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi);
  return Array.from(scripts, ([, text = '']) => attributesIn(text).get('src') ?? '')
    .filter((source) => source !== '' && URL.canParse(source, base.href))
    .map((source) => new URL(source, base).href);
}

/** The sandbox serves both beside its first page. */
function isStandIn(url: string): boolean {
  return URL.canParse(url) && /^\/wallet-[ab]\.js$/.test(new URL(url).pathname);
}

/** The ids that the guide, the templates of `init`, the sandbox and the providers' documents show. */
const exampleIds =
  /^(?:shop-\d|merchant-1|examplegateway|exampleMerchant|exampleGatewayMerchantId|BCR2DN0123456789|BCR2DN4T\w*X{3,}|0?1234567890\d*|merchant\.(?:.*\.)?example(?:\..*)?)$/i;

function exampleProblem(name: string, value: string | undefined): readonly Problem[] {
  if (value === undefined || !exampleIds.test(value)) return [];
  const fix = `Give ${name} the value of your own account.`;
  return [{ seen: `${name} is ${value}, an example`, fix }];
}

function optionProblems({ merchantId, walletAId, walletBId, service, local }: Setup) {
  const isSandbox = service !== undefined && local !== true && isPrivate(urlOf(service));
  const fix = 'Give --service the address of the payment service.';
  return [
    ...exampleProblem('--merchant-id', merchantId),
    ...exampleProblem('--wallet-a-id', walletAId),
    ...exampleProblem('--wallet-b-id', walletBId),
    ...(isSandbox
      ? [{ seen: `--service is on this machine or network, as the sandbox`, fix }]
      : []),
  ];
}

function tagProblems({ attributes }: Tag): readonly Problem[] {
  return ['gateway', 'gateway-merchant-id', 'merchant-id'].flatMap((name) =>
    exampleProblem(name, attributes.get(name)),
  );
}
