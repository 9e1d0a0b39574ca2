import { randomUUID } from 'node:crypto';
import { createServiceClient, pemSigner, ServiceError } from '@wallet-buttons/server';
import type { Settings } from '../configuration/settings.ts';
import type { Finding } from './finding.ts';

const subject = 'service';

/** One signed question about a session that cannot exist. */
export async function checkService({ service, key, profile }: Settings): Promise<Finding> {
  const { baseUrl, merchantId } = service;
  try {
    const client = createServiceClient({
      baseUrl,
      merchantId,
      signer: pemSigner(key),
      ...(profile && { profile }),
      timeout: 10_000,
      statusRetries: 0,
    });
    await client.getStatus({ sessionId: randomUUID() });
    return { result: 'pass', subject, text: 'The payment service answered the signed call.' };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return findingOf(error);
  }
}

function findingOf(error: ServiceError): Finding {
  const { serviceStatus: status, serviceCode = 'no code' } = error.details;
  const answer = `${String(status ?? 'no status')}, ${serviceCode}`;
  if (error.code !== 'service_refused') {
    return { result: 'FAIL', subject, text: `${error.message} ${error.suggestion}` };
  }
  if (status === 401 || /sign|auth|merchant/i.test(serviceCode)) {
    const text = `The payment service refused the signature (${answer}). Register the public key of service.keyFile there, and compare service.merchantId.`;
    return { result: 'FAIL', subject, text };
  }
  if (status === 403) {
    const text = `The payment service refused this machine (${answer}). Ask for its address to be allowed.`;
    return { result: 'FAIL', subject, text };
  }
  return { result: 'pass', subject, text: 'The payment service answered the signed call.' };
}
