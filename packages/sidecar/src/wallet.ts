import {
  createWalletServer,
  type Logger,
  type Store,
  type Trace,
  type WalletServer,
} from '@wallet-buttons/server';
import { addressList } from '@wallet-buttons/server/node';
import type { Settings } from './configuration/settings.ts';
import { findOrderBy } from './hooks/find-order.ts';
import type { HookOptions } from './hooks/hook.ts';
import type { KeyRing } from './key-ring.ts';
import { statusChangeBy } from './hooks/status-change.ts';

/** What a wallet server needs beside the settings. */
export interface WalletParts {
  readonly keys: KeyRing;
  readonly store: Store;
  readonly logger: Logger;
  readonly trace: Trace;
  /** Observes each call of a hook. */
  readonly observeHook: <Result>(
    name: HookOptions['name'],
    work: () => Promise<Result>,
  ) => Promise<Result>;
}

/** The two hooks of the settings. */
export function hooksOf({ hooks, secrets }: Pick<Settings, 'hooks' | 'secrets'>) {
  const { timeout } = hooks;
  const findOrder: HookOptions = { name: 'find-order', url: hooks.findOrder, secrets, timeout };
  const statusChange: HookOptions = {
    name: 'status-change',
    url: hooks.statusChange,
    secrets,
    timeout,
  };
  return { findOrder, statusChange };
}

/** @throws {CodedError} `config_invalid`, `key_invalid`: the message names the option. */
export function walletOf(settings: Settings, parts: WalletParts): WalletServer {
  const { service, webhookKey, profile, walletA, hooks } = settings;
  const { signer, verifier, secrets } = parts.keys;
  const { merchant, timeout, baseUrl, merchantId } = service;
  const { allowedOrigins, recheckPaid, callbackUrl, redirectUrl, returnUrl, basePath } = settings;
  const { findOrder, statusChange } = hooksOf({ hooks, secrets });
  const find = findOrderBy(findOrder, hooks.headers);
  const deliver = statusChangeBy(statusChange, parts.logger);
  const { webhookFrom } = settings.public;
  return createWalletServer({
    service: {
      baseUrl,
      merchantId,
      signer,
      webhooks: webhookKey === null ? 'confirm' : { verifier },
      ...(profile && { profile }),
      ...(timeout !== undefined && { timeout }),
    },
    callbackUrl,
    redirectUrl,
    basePath,
    store: parts.store,
    findOrder: async (order, choices) =>
      parts.observeHook('find-order', async () => find(order, choices)),
    onStatusChange: async (change) =>
      parts.observeHook('status-change', async () => deliver(change)),
    walletA: {
      domains: walletA.domains ?? [],
      ...(settings.domainAssociation && { domainAssociation: settings.domainAssociation }),
    },
    ...(merchant !== undefined && { merchant }),
    ...(returnUrl !== undefined && { returnUrl }),
    ...(allowedOrigins && { allowedOrigins }),
    ...(recheckPaid && { recheckPaid }),
    ...(webhookFrom && { webhookFrom: addressList(webhookFrom) }),
    logger: parts.logger,
    trace: parts.trace,
  });
}
