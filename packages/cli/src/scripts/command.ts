import { version } from '../version.ts';
import { findBrowser } from '../browser/find-browser.ts';
import { PageError } from '../browser/launch.ts';
import { visits } from '../browser/visit.ts';
import { checkNew, writeNew } from '../files.ts';
import { caOf, cookieOf, urlOf } from '../given.ts';
import { type AddCommand, type Report, UsageError } from '../report.ts';
import { watch } from '../watch.ts';
import { type Approvals, approvalsIn, propose } from './approvals.ts';
import { type Inventory, inventoryOf } from './inventory.ts';
import { reportOn, type ScriptsReport, summaryOf } from './report.ts';
import { lastReport, reportsIn, writeReport } from './report-files.ts';

interface Options {
  readonly approvals?: string;
  readonly propose?: string;
  readonly reports?: string;
  readonly browser?: string;
  readonly ca?: string;
  readonly watch?: string;
}

const none: Approvals = { scripts: [], headers: {} };

/** `scripts`: what a browser received on the payment page, for PCI DSS 6.4.3 and 11.6.1. */
export const addScripts: AddCommand = (program, print, { err }) => {
  program
    .command('scripts <url>')
    .description('list scripts and headers of the payment page, and those that are not approved')
    .option('--approvals <file>', 'the reviewed list: who approved which script, and why')
    .option('--propose <file>', 'write a new list with the missing entries, to be filled in')
    .option('--reports <folder>', 'write a report as Markdown and JSON; compare with the last one')
    .option('--browser <name>', 'chromium, firefox, or the path of a browser; default: chromium')
    .option('--ca <file>', 'additional trusted certificate, PEM')
    .option('--watch <seconds>', 'check repeatedly; prints the changes')
    .addHelpText('after', '\nWALLET_PAGE_COOKIE ("name=value; …") opens a page behind a session.')
    .action(async (address: string, options: Options) => {
      const url = urlOf(address);
      await checkFiles(options);
      if (options.watch === undefined) {
        print(await look(url, options, null, err));
        return;
      }
      if (options.propose !== undefined) throw new UsageError('--propose is for a single look.');
      let last: Look | null = null;
      const lookAgain = async (isFull: boolean): Promise<Report | null> => {
        const now: Look = await look(url, options, last, () => undefined);
        const hasChanged = isFull || now.state !== last?.state;
        last = now;
        return hasChanged ? now : null;
      };
      await watch(options.watch, lookAgain, print);
    });
};

/** Tries the places of the results. @throws {UsageError} before a browser starts, and before another result is written. */
async function checkFiles({ propose: list, reports }: Options): Promise<void> {
  if (list !== undefined) await checkNew(list);
  if (reports !== undefined) await reportsIn(reports);
}

/** A report, and what `--watch` compares with the next one. */
interface Look extends Report {
  readonly inventory: Inventory | null;
  readonly state: string;
}

async function look(
  url: URL,
  options: Options,
  last: Look | null,
  progress: (text: string) => void,
): Promise<Look> {
  const approvals = options.approvals === undefined ? none : await approvalsIn(options.approvals);
  const inventory = await load(url, options, progress);
  if (typeof inventory === 'string') {
    const json = { page: url.href, error: inventory };
    return {
      isGood: false,
      json,
      lines: [inventory],
      inventory: last?.inventory ?? null,
      state: inventory,
    };
  }
  const { reports, propose: list } = options;
  const previousInventory =
    reports === undefined ? (last?.inventory ?? null) : await lastReport(reports, inventory.page);
  const tool = `wallet-buttons ${version}`;
  const report = reportOn(inventory, {
    approvals,
    file: options.approvals,
    tool,
    before: previousInventory,
  });
  const writtenFiles = reports === undefined ? [] : await writeReport(reports, report);
  if (list !== undefined) {
    const proposal = propose(inventory, approvals);
    await writeNew(list, `${JSON.stringify(proposal, null, 2)}\n`);
  }
  return { ...summaryOf(report, writtenFiles, list), inventory, state: stateOf(report) };
}

/** What came, or a sentence on why nothing did. */
async function load(
  url: URL,
  options: Options,
  progress: (text: string) => void,
): Promise<Inventory | string> {
  const visitOptions = {
    browser: findBrowser(options.browser),
    ca: await caOf(options.ca),
    cookie: cookieOf(),
  };
  try {
    progress('Loading the page …\n');
    return await visits(url, visitOptions, async (loadPage) => {
      const first = await loadPage();
      const { status = 0 } = first.documents.find(({ isPage }) => isPage) ?? {};
      if (status >= 400)
        return `The page was answered with ${String(status)}. Give the URL that the payer sees; WALLET_PAGE_COOKIE opens one behind a session.`;
      progress('Loading it once more, to see what varies …\n');
      return inventoryOf(first, await loadPage(), new Date());
    });
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    return `The page did not load (${error.message}). Start it, or check the address.`;
  }
}

function stateOf({ judged, items, headers }: ScriptsReport): string {
  return JSON.stringify([judged.map(({ result, name }) => [result, name]), items, headers]);
}
