/** A shop in a process of its own, for a test to kill: pays one order, as the arguments say. */
import { startShop } from './shop.ts';
import { sqliteStore } from '../src/store/sqlite.ts';
import { pemSigner } from '../src/index.ts';

const [file = '', baseUrl = '', key = ''] = process.argv.slice(2);
const signer = pemSigner(Buffer.from(key, 'base64').toString());
await using shop = await startShop({ store: sqliteStore(file), service: { baseUrl, signer } });
await shop.pay();
