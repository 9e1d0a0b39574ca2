import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withTimeout } from '@wallet-buttons/service-client';
import type { Logger as Pino } from 'pino';
import { alarmsOver } from './alarms.ts';
import { invalidConfig } from './configuration/configuration.ts';
import type { Settings } from './configuration/settings.ts';
import { databaseOf } from './database.ts';
import { KeyRing } from './key-ring.ts';
import { loggerOver } from './log.ts';
import { createMetrics } from './metrics.ts';
import { backOffice } from './private/back-office.ts';
import { privateServer } from './private/listener.ts';
import { deskRecordOver } from './private/desk-record.ts';
import { builtDesk } from './private/page.ts';
import { tokensIn } from './private/tokens-file.ts';
import { publicPart } from './public/listener.ts';
import { builtTags, tagsIn } from './public/tags.ts';
import { walletOf } from './wallet.ts';

/** A running sidecar. */
export interface Sidecar {
  readonly publicUrl: string;
  readonly privateUrl: string;
  /** Takes the keys and secrets of other settings. @throws {CodedError} `key_invalid`: the former stay. */
  readonly reload: (settings: Settings) => void;
  /** Stops within 10 s; answers open requests first. */
  readonly close: () => Promise<void>;
}

/**
 * Opens the database and listens with both parts.
 * @param files the file of the built tags, and the folder of the built desk.
 * @throws {CodedError} before anything listens, if a setting, a key or the database cannot be used.
 */
export async function startSidecar(
  settings: Settings,
  log: Pino,
  { tags = builtTags, desk = builtDesk }: { readonly tags?: URL; readonly desk?: URL } = {},
): Promise<Sidecar> {
  let isStopping = false;
  const database = databaseOf(settings.database);
  const metrics = createMetrics({
    reviews: async () => (await wallet.list({ needsReview: true, limit: 500 })).payments.length,
    backlog: async () => wallet.backlog(),
  });
  const { merchant, merchantId } = settings.service;
  const record = deskRecordOver(database.store.forMerchant(merchant ?? merchantId));
  const logger = alarmsOver(metrics.counting(loggerOver(log)), record);
  const { trace, observeHook, registry } = metrics;
  const keys = new KeyRing(settings);
  const wallet = walletOf(settings, { store: database.store, keys, logger, trace, observeHook });
  const serveTags = tagsIn(tags);
  if (!serveTags) log.warn('the tags are not built: tags.js is not served');
  await wallet.start();
  const { server, listener } = publicPart(settings, wallet, serveTags);
  const { reconcileReport, tokensFile, orderUrl } = settings;
  const tokens = tokensFile === null ? () => settings.tokens : tokensIn(tokensFile, logger);
  const office = backOffice({ wallet, tokens, record, logger, reconcileReport, orderUrl, desk });
  const api = privateServer({
    wallet,
    office,
    registry,
    logger,
    isStopping: () => isStopping,
  });
  const close = async (): Promise<void> => {
    isStopping = true;
    // No new operation begins; the wallet server waits for those that are under way.
    const apiClosing = api.listening ? once(api.close(), 'close') : Promise.resolve();
    api.closeIdleConnections();
    await listener.close(server.listening ? server : undefined);
    api.closeAllConnections();
    await apiClosing;
    await withTimeout(300, database.close).catch(() => undefined);
  };
  try {
    await listen(server, settings.public, 'public.port');
    await listen(api, settings.private, 'private.port');
  } catch (error) {
    await close();
    throw error;
  }
  const reload = (changed: Settings): void => {
    keys.replace(changed);
  };
  return { publicUrl: urlOf(server), privateUrl: urlOf(api), reload, close };
}

/** Longer than the 120 s for which Caddy keeps an idle connection; nginx keeps one for 60 s. In milliseconds. */
const idleTime = 130_000;

async function listen(
  server: Server,
  { host, port }: Settings['public'],
  entry: string,
): Promise<void> {
  // A proxy, which cannot repeat a payment, would send it into a connection that is being closed.
  server.keepAliveTimeout = idleTime;
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw invalidConfig([`${entry}: ${host}:${String(port)} cannot be listened on (${code}).`]);
  }
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${String(port)}`;
}
