import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  type Configuration,
  configurationOf,
  invalidConfig,
  type Variables,
} from './configuration.ts';
import { readTokens, type Token } from '../private/tokens.ts';
import { variableOf } from './schema.ts';

/** What the sidecar runs with: the configuration and the contents of its files. */
export interface Settings extends Omit<Configuration, 'reconcileReport'> {
  /** PEM. */
  readonly key: string;
  /** PEM of the key that signs from `service.nextKeyFrom` on; `null`: none. */
  readonly nextKey: string | null;
  /** PEM, of one key or two; `null`: the service is asked for each status. */
  readonly webhookKey: string | null;
  readonly profile: object | null;
  /** A path. */
  readonly reconcileReport: string | null;
  readonly domainAssociation: Uint8Array<ArrayBuffer> | null;
  /** The secrets of the hooks; each signs. */
  readonly secrets: readonly string[];
  readonly tokens: readonly Token[];
  /** The file that they came from, which is read again at each request; `null`: a variable has them. */
  readonly tokensFile: string | null;
}

/**
 * Reads `wallet.json`, the variables and the files that they name.
 * @param file the path of `wallet.json`; `null`: that of the present folder, if it is there.
 * @throws {SidecarError} `config_invalid`, with the path of each wrong entry.
 */
export function readSettings(file: string | null, variables: Variables): Settings {
  const path = resolve(file ?? 'wallet.json');
  const configuration = configurationOf(jsonIn(path, file === null), variables);
  return settingsOf(configuration, variables, dirname(path));
}

function jsonIn(path: string, isOptional: boolean): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (isOptional && code === 'ENOENT') return {};
    throw invalidConfig([`${path} cannot be read (${code}).`]);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw invalidConfig([`${path} is not JSON.`]);
  }
}

function settingsOf(config: Configuration, variables: Variables, folder: string): Settings {
  const problems: string[] = [];
  /** The content of a file that an entry names, or of the variable that stands for it. */
  const contentOf = (entry: string, name: string | undefined): Buffer | null => {
    const fileVariable = variableOf(entry.split('.'));
    const variable = fileVariable.replace(/_FILE$/, '');
    const value = variables[variable] ?? '';
    if (value !== '' && (variables[fileVariable] ?? '') !== '') {
      problems.push(`${entry}: ${fileVariable} and ${variable} are both set. Keep one.`);
    }
    if (value !== '') return Buffer.from(value);
    if (name === undefined) return null;
    try {
      return readFileSync(resolve(folder, name));
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      problems.push(`${entry}: ${resolve(folder, name)} cannot be read (${code}).`);
      return Buffer.from('');
    }
  };
  const textOf = (entry: string, name: string | undefined): string | null =>
    contentOf(entry, name)?.toString('utf8').trim() ?? null;
  const linesOf = (entry: string, name: string | undefined): string[] =>
    (textOf(entry, name) ?? '').split(/[\s,]+/).filter((line) => line !== '');

  const { service, hooks, walletA, private: privateApi, reconcileReport } = config;
  const key = textOf('service.keyFile', service.keyFile);
  if (key === null) problems.push(missing('service.keyFile'));
  const nextKey = textOf('service.nextKeyFile', service.nextKeyFile);
  const change = Date.parse(service.nextKeyFrom ?? '');
  if (nextKey !== null && !(change > 0)) {
    problems.push('service.nextKeyFrom: is not the time of the change, like 2027-03-01T09:00:00Z.');
  }
  const secrets = linesOf('hooks.secretsFile', hooks.secretsFile);
  if (secrets.length === 0) problems.push(missing('hooks.secretsFile'));
  if (secrets.length > 2) problems.push('hooks.secretsFile: has more than two secrets.');
  if (secrets.some((secret) => !isSecret(secret))) problems.push(wrongSecret);
  const { tokens, problems: tokenProblems } = readTokens(
    textOf('private.tokensFile', privateApi.tokensFile) ?? '',
  );
  problems.push(...tokenProblems.map((problem) => `private.tokensFile: ${problem}`));
  const isTokensFile = (variables['WALLET_PRIVATE_TOKENS'] ?? '') === '' && privateApi.tokensFile;
  for (const name of ['findOrder', 'statusChange'] as const) {
    const url = URL.parse(hooks[name]);
    if (!url) problems.push(`hooks.${name}: is not a URL.`);
    else if (url.username !== '' || url.password !== '') {
      problems.push(
        `hooks.${name}: has a name or a password, which is not sent. The calls are signed, so none is needed.`,
      );
    }
  }
  const database = textOf('databaseFile', config.databaseFile) ?? config.database;
  // One letter is a drive of Windows.
  const isUrl = /^[a-z][a-z\d+.-]+:/i.test(database);
  if (isUrl && !/^(postgres(ql)?|mysql):\/\//.test(database)) {
    problems.push(
      'database: is neither a file nor a URL that begins with postgres:// or mysql://. A file of SQLite has no scheme.',
    );
  }
  const associationFile = walletA.domainAssociationFile;
  const association = contentOf('walletA.domainAssociationFile', associationFile);
  const profile = profileIn(textOf('service.profileFile', service.profileFile), problems);
  const settings: Settings = {
    ...config,
    // A relative path begins at the folder of wallet.json, as those of its other files do.
    database: isUrl ? database : resolve(folder, database),
    reconcileReport: reconcileReport === undefined ? null : resolve(folder, reconcileReport),
    key: key ?? '',
    nextKey,
    webhookKey: textOf('service.webhookKeyFile', service.webhookKeyFile),
    domainAssociation: association && new Uint8Array(association),
    profile,
    secrets,
    tokens,
    tokensFile: isTokensFile ? resolve(folder, isTokensFile) : null,
  };
  if (problems.length > 0) throw invalidConfig(problems);
  return settings;
}

function missing(entry: string): string {
  const variable = variableOf(entry.split('.'));
  return `${entry}: is missing. Set it or ${variable}, or ${variable.replace(/_FILE$/, '')} with the content.`;
}

const wrongSecret =
  'hooks.secretsFile: a secret is not whsec_ and 24 to 64 bytes in base64. Make one: echo "whsec_$(openssl rand -base64 32)"';

function isSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = Buffer.from(text.slice('whsec_'.length), 'base64');
  return length >= 24 && length <= 64;
}

function profileIn(text: string | null, problems: string[]): object | null {
  if (text === null) return null;
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null) return json;
  } catch {
    // Reported below.
  }
  problems.push('service.profileFile: is not a JSON object.');
  return null;
}
