import { createServiceClient, type Profile, ServiceError } from '@wallet-buttons/service-client';
import { given, signerOf } from '../given.ts';
import { type Report, UsageError } from '../report.ts';

/** What the service has to know of an export. */
export interface OrderedExport {
  readonly from: string;
  readonly to: string;
  readonly service: string;
  readonly merchantId: string;
  readonly key: string;
  readonly email: string;
  readonly format: string;
}

/**
 * Orders the export of some days from the service, which sends the file by mail.
 * @throws {UsageError} if something is not named, or the profile does not know where to ask.
 */
export async function orderExport(
  options: Partial<OrderedExport>,
  profile: Profile,
): Promise<Report> {
  const { from, to, service, merchantId, key, email, format } = options;
  if (from === undefined || to === undefined) {
    throw new UsageError('Name the export with --export, or order one with --from and --to.');
  }
  if (service === undefined || merchantId === undefined || key === undefined || !email) {
    throw new UsageError('An export is ordered with --service, --merchant-id, --key and --email.');
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw new UsageError('--email is not an address, as accounts@shop.example.');
  }
  const signer = await signerOf(key);
  const client = given(createServiceClient, { baseUrl: service, merchantId, signer, profile });
  try {
    const answer = await client.call('exportOperations', { from, to, format, email });
    const lines = [
      `The service was asked for its operations from ${from} to ${to}. It sends the file to ${email}.`,
      `Then: wallet-buttons reconcile --db DATABASE --export FILE --from ${from} --to ${to}`,
    ];
    return { lines, json: { from, to, format, email, answer } };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.code === 'config_invalid') {
      throw new UsageError(
        `${error.message} The document of the service does not show it: ask the service, or order the export in its cabinet.`,
      );
    }
    const { serviceStatus, serviceCode } = error.details;
    const codes = [serviceStatus, serviceCode].filter((part) => part !== undefined).join(', ');
    const reason = codes === '' ? error.code : codes;
    return { isGood: false, lines: [`${error.message} (${reason})`], json: { error: reason } };
  }
}
