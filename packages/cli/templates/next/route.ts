import { after } from 'next/server';
import { wallet } from '../../../lib/wallet';

export async function POST(request: Request) {
  after(() => wallet.drain(request));
  return wallet.handle(request);
}
export const GET = POST;
export const OPTIONS = POST;
