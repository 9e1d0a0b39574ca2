import { createPrivateKey, createPublicKey } from 'node:crypto';
import { pemSigner, pemVerifier } from '@wallet-buttons/server';
import type { Settings } from '../configuration/settings.ts';
import { databaseOf } from '../database.ts';
import { KeyRing } from '../key-ring.ts';
import { hooksOf } from '../wallet.ts';
import type { Finding } from './finding.ts';
import { checkFindOrder, checkStatusChange } from './hooks.ts';
import { checkService } from './service.ts';
import { textOf } from './text-of.ts';

/**
 * Tries what a payment needs. The database is opened as at a start, which creates or updates its tables. The payment
 * service is asked about a session that does not exist, and each hook about an order of its own that does not exist, unless
 * one is named. Nothing of it stays.
 */
export async function check(settings: Settings, order?: string): Promise<readonly Finding[]> {
  const { findOrder, statusChange } = hooksOf(settings);
  return [
    await checkDatabase(settings),
    await checkKeys(settings),
    await checkService(settings),
    ...(await checkFindOrder(findOrder, order)),
    ...(await checkStatusChange(statusChange, findOrder)),
    notTried,
  ];
}

const notTried: Finding = {
  result: 'skip',
  subject: 'rest',
  text: 'Not tried: a payment, an operation, a webhook of the service, and whether the addresses are reached from outside. wallet-buttons doctor tries pages and addresses.',
};

async function checkDatabase({ database: address }: Settings): Promise<Finding> {
  const subject = 'database';
  const database = databaseOf(address);
  try {
    await database.store.open();
    await database.store.close();
    return { result: 'pass', subject, text: `${database.kind} opens.` };
  } catch (error) {
    return { result: 'FAIL', subject, text: textOf(error) };
  } finally {
    await database.close();
  }
}

async function checkKeys(settings: Settings): Promise<Finding> {
  const { key, webhookKey } = settings;
  const subject = 'keys';
  const sample = new TextEncoder().encode('sample');
  try {
    const publicKey = createPublicKey(createPrivateKey(key)).export({
      type: 'spki',
      format: 'pem',
    });
    const signature = await pemSigner(key).sign(sample);
    const isGood = await pemVerifier(String(publicKey)).verify(sample, signature);
    if (!isGood)
      return { result: 'FAIL', subject, text: 'The key does not sign. Make a new pair.' };
    new KeyRing(settings);
    if (webhookKey === null) {
      const text = 'service.webhookKeyFile is missing: each webhook costs a call to the service.';
      return { result: 'warn', subject, text };
    }
    return { result: 'pass', subject, text: 'The key signs, and the service’s key can be read.' };
  } catch (error) {
    return { result: 'FAIL', subject, text: textOf(error) };
  }
}
