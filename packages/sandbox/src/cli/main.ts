import { parseArgs } from 'node:util';
import { allOptions } from './conformance-options.ts';
import { conformance } from './conformance.ts';
import { UsageError } from './keys.ts';
import { serve } from './serve.ts';
import { commonOptions } from './settings.ts';

const help = `Usage: wallet-buttons-sandbox [options]
       wallet-buttons-sandbox conformance <url of the backend's endpoints> [options]

Without a command: a payment service on loopback, and a page to look into it.
conformance:       checks a merchant's backend, in any language, through the protocol.

  --port <number>         port of the service (4010)
  --data <folder>         keys and ledger (.wallet-sandbox)
  --merchant-id <id>      the merchant's id at the service (shop-1)
  --merchant-key <file>   public key of the merchant, PEM (a pair is made)
  --currency <code>       currency of every payment (UAH)
  --profile <file>        profile.json with other names, paths, hashes
  --recording <file>      answers of the real service to play back
  --public-url <url>      URL under which a browser reaches the service
  --gateway <id>          gateway that opens wallet B's tokens (examplegateway)
  --gateway-merchant-id <id>  terminal that they have to be made for (any)

conformance only:
  --order <text>          reference of the orders, {n} is a number (conformance-…-{n})
  --first <number>        the first {n} (1)
  --amount <decimal>      what each order costs (199.90)
  --domain <host>         domain of the checkout page (host of the URL)
  --header <name: value>  header of each request of a page, such as authorization, cookie; repeatable
  --only <check>          one check, or all that begin so; repeatable
  --all                   goes on although nothing can be paid yet
  --timeout <ms>          time in which an outcome is found (15000)
  --restart <command>     kills your backend and starts it again; without it nothing shows what survives that
  --confirm-webhooks      your backend believes no webhook, and asks get-status at each one
  --report <file>         the run as a file: .html, or .xml for JUnit
  --json                  results as JSON

Exit codes: 0 good, 1 a check fails, 2 wrong use.`;

/** Runs one command; answers the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: allOptions,
      allowPositionals: true,
    });
    if (values.help) {
      console.log(help);
      return 0;
    }
    const [command, url, ...rest] = positionals;
    if (command === undefined) {
      // Refuses the options of the other command.
      parseArgs({ args: [...args], options: commonOptions });
      await serve(values);
      return 0;
    }
    if (command !== 'conformance' || url === undefined || rest.length > 0) {
      throw new UsageError(`"${positionals.join(' ')}" is not a command. See --help.`);
    }
    return await conformance(url, values);
  } catch (error) {
    const message = usage(error);
    if (message === undefined) throw error;
    console.error(message);
    return 2;
  }
}

/** What the user can put right; undefined for a defect. */
function usage(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code, message } = error;
  if (code === 'EADDRINUSE') {
    return 'The port is in use. Stop what listens there (another sandbox?), or choose one with --port.';
  }
  // A file or a port that cannot be used, such as EACCES.
  if ('syscall' in error) return message;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS') ? message : undefined;
}
