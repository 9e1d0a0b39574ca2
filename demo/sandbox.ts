/** The stand-in for the payment service. With a real one, delete this file. */
import { readFileSync } from 'node:fs';
import { startSandbox } from '@wallet-buttons/sandbox';
import { profileIn } from './profile.ts';

const { PORT = '', PAGE_URL = '', DATA_DIR = '', PROFILE = '' } = process.env;

await startSandbox({
  port: Number(PORT),
  publicUrl: `${PAGE_URL}/sandbox`,
  merchantId: 'levada',
  merchantName: 'Levada seed house',
  merchantPublicKey: readFileSync(`${DATA_DIR}/merchant-public.pem`, 'utf8'),
  webhookKey: readFileSync(`${DATA_DIR}/service-private.pem`, 'utf8'),
  gatewayMerchantId: 'exampleMerchant',
  dataFile: `${DATA_DIR}/service-ledger.jsonl`,
  profile: profileIn(PROFILE),
});
