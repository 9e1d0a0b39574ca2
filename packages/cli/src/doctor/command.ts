import util from 'node:util';
import { Option } from 'commander';
import { findBrowser } from '../browser/find-browser.ts';
import { bytesOf } from '../files.ts';
import { caOf, hostOf, profileOf, urlOf } from '../given.ts';
import { type AddCommand, type Report, UsageError } from '../report.ts';
import { watch } from '../watch.ts';
import { checkBankReturn } from './bank-return.ts';
import { checkCallback } from './callback.ts';
import { checkCertificates } from './certificate.ts';
import { changesOf, remembered } from './changes.ts';
import { checkDomains } from './domain.ts';
import type { Finding, Result, Setup } from './finding.ts';
import { checkKey } from './key.ts';
import { checkPage } from './page.ts';
import { checkService } from './service.ts';
import { checkSettings } from './settings.ts';

/** Those of this machine come first: a wrong file ends the command before it asks anything of the network. */
const groups = {
  'the key': checkKey,
  'the certificates': checkCertificates,
  'the settings': checkSettings,
  'the service': checkService,
  'the domains': checkDomains,
  'the checkout page': checkPage,
  'the callback': checkCallback,
  'the way back from the bank': checkBankReturn,
} as const;

/** `doctor`: every step of the set-up as a check. It makes no payment and changes nothing. */
export const addDoctor: AddCommand = (program, print, terminal) => {
  const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value];
  program
    .command('doctor [url]')
    .description('check the set-up; url is the checkout page. What is not named is skipped')
    .option('--key <file>', 'private key for x-sign, PEM (WALLET_KEY_PASSPHRASE opens it)')
    .option('--public-key <file>', 'the public half that the service has')
    .option('--service <url>', 'base URL of the payment service')
    .option('--merchant-id <id>', 'your id at the payment service')
    .option('--profile <file>', 'overrides of the wire profile')
    .addOption(
      new Option('--domain <host>', 'domain registered for wallet A; repeatable')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--association <file>', 'the domain-association file as received')
    .option('--payment-certificate <file>', 'Payment Processing Certificate')
    .option('--payment-key <file>', 'its key')
    .option('--identity-certificate <file>', 'Merchant Identity Certificate')
    .option('--identity-key <file>', 'its key')
    .option('--wallet-a-id <id>', 'merchant id at wallet A')
    .option('--wallet-b-id <id>', 'merchant id at wallet B')
    .addOption(new Option('--environment <name>', 'of wallet B').choices(['TEST', 'PRODUCTION']))
    .option('--callback <url>', 'URL of one webhook version')
    .option('--confirm-webhooks', "the server has webhooks: 'confirm', and verifies none")
    .option('--return <url>', 'the page behind redirect_url')
    .option(
      '--bank-return <url>',
      "the server's address for the bank; by default beside --callback",
    )
    .option('--no-bank-return', 'a backend of your own, whose redirect_url is the page itself')
    .option('--db <database>', "the server's: a SQLite file, postgres://… or mysql://…")
    .option('--merchant <id>', 'needed if the database has several')
    .option('--embedded-in <url>', 'a page that shows the checkout page in a frame')
    .option('--browser [name]', 'also load the page: chromium, firefox, or the path of one')
    .option(
      '--open-session',
      'open one session at the service, and end it: it validates the domain',
    )
    .option('--ca <file>', 'additional trusted certificate authority, PEM')
    .option('--local', 'allow addresses of this machine')
    .option('--watch <seconds>', 'check repeatedly; prints the changes')
    .addHelpText('after', '\nWALLET_PAGE_COOKIE ("name=value; …") opens a page behind a session.')
    .action(
      async (
        url: string | undefined,
        options: Omit<Setup, 'url'> & { readonly watch?: string },
      ) => {
        const setup = { ...options, ...(url !== undefined && { url }) };
        if (/^https?:/.test(String(setup.browser)))
          throw new UsageError(
            '--browser takes a name or a path. Write the URL of the page before it.',
          );
        for (const domain of options.domain) hostOf(domain);
        checkIdentifiers(setup);
        const { service, callback, return: page, bankReturn = false, embeddedIn } = setup;
        for (const each of [url, service, callback, page, bankReturn, embeddedIn])
          if (each !== undefined && each !== false) urlOf(each);
        if (options.watch === undefined) {
          const findings = await examine(setup, terminal.err);
          print(reportOf(findings));
          if (isEmpty(findings, setup)) throw nothing();
          return;
        }
        let last: readonly Finding[] = [];
        const examineAgain = async (isFull: boolean): Promise<Report | null> => {
          const findings = await examine(setup, () => undefined);
          if (isEmpty(findings, setup)) throw nothing();
          const changes = isFull ? findings : changesOf(last, findings);
          last = remembered(last, findings);
          if (changes.length === 0) return null;
          // The exit code covers all checks, not only the changed ones.
          return { ...reportOf(changes), isGood: reportOf(findings).isGood === true };
        };
        await watch(options.watch, examineAgain, print);
      },
    );
};

/** An empty id is a variable of the shell that is not set. @throws {UsageError} */
function checkIdentifiers({ merchantId, walletAId, walletBId }: Setup): void {
  const identifiers = Object.entries({
    '--merchant-id': merchantId,
    '--wallet-a-id': walletAId,
    '--wallet-b-id': walletBId,
  });
  for (const [option, value] of identifiers)
    if (value?.trim() === '')
      throw new UsageError(`${option} is empty: a variable may not be set.`);
}

/** Reads the files that only a later check needs. @throws {UsageError} before anything is asked of the network. */
async function checkFiles({ browser, profile, ca, association }: Setup): Promise<void> {
  if (typeof browser === 'string') findBrowser(browser);
  await profileOf(profile);
  await caOf(ca);
  if (association !== undefined) await bytesOf(association);
}

/** All checks, one group after another. */
async function examine(setup: Setup, progress: (text: string) => void): Promise<Finding[]> {
  await checkFiles(setup);
  const findings: Finding[] = [];
  for (const [name, check] of Object.entries(groups)) {
    progress(`Checking ${name} …\n`);
    findings.push(...(await check(setup)));
  }
  return findings;
}

/** Whether nothing was checked; the entries of the default wire profile are no part of a set-up. */
function isEmpty(findings: readonly Finding[], { profile }: Setup): boolean {
  const setupFindings = findings.filter(
    ({ id }) => profile !== undefined || id !== 'profile.assumed',
  );
  return setupFindings.every(({ result }) => result === 'skip');
}

function nothing(): UsageError {
  return new UsageError(
    'Nothing was checked. Name the URL of the checkout page, or what else you have: --key, --domain, --callback, --db. Add --help to see all options.',
  );
}

const colors = { pass: 'green', warn: 'yellow', fail: 'red', skip: 'dim' } as const;

function colored(line: string): string {
  // Node 18 has no colours.
  if (!('styleText' in util)) return line;
  return line.replace(/^(pass|warn|fail|skip)(?= )/, (result) =>
    util.styleText(colors[result as Result], result, { stream: process.stdout }),
  );
}

function reportOf(findings: readonly Finding[]): Report {
  const count = (result: Result): number =>
    findings.filter((each) => each.result === result).length;
  const counts = {
    pass: count('pass'),
    warn: count('warn'),
    fail: count('fail'),
    skip: count('skip'),
  };
  const checkedFindings = findings.filter(({ result }) => result !== 'skip');
  const lines = checkedFindings.flatMap(({ id, result, subject, seen, fix, link }) => [
    `${result}  ${id.padEnd(15)}  ${subject === undefined ? '' : `${subject}: `}${seen}`,
    ...(result === 'pass' ? [] : [`      ${fix}`, `      ${link}`]),
  ]);
  const reasons = new Map<string, Set<string>>();
  for (const { id, result, seen } of findings) {
    if (result === 'skip') reasons.set(seen, (reasons.get(seen) ?? new Set()).add(id));
  }
  for (const [why, ids] of reasons) lines.push(`skip  ${[...ids].join(', ')}`, `      ${why}`);
  const sum = Object.entries(counts).map(([result, number]) => `${String(number)} ${result}`);
  return {
    isGood: counts.fail === 0,
    json: { counts, findings },
    lines: [...lines, sum.join(', ')],
    style: colored,
  };
}
