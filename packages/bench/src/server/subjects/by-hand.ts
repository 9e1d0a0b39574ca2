import { sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import type { Agent, IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { promisify } from 'node:util';

const signed = promisify(sign);

/** A signed call in as few lines as it takes: nothing is checked, and it waits for ever. */
export async function callByHand(
  url: URL,
  agent: Agent,
  key: KeyObject,
  message: unknown,
): Promise<unknown> {
  const body = Buffer.from(JSON.stringify(message));
  const signature = await signed('sha256', body, key);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      'x-sign': signature.toString('base64'),
    };
    const client = url.protocol === 'https:' ? https : http;
    const { hostname: host, port, pathname: path } = url;
    const asking = client.request({ host, port, path, method: 'POST', agent, headers }, resolve);
    asking.once('error', reject);
    asking.end(body);
  });
  return JSON.parse((await read(answer)).toString()) as unknown;
}

/** A body of a request or an answer. */
export async function read(message: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk: Buffer) => chunks.push(chunk));
    message.once('end', () => {
      resolve(Buffer.concat(chunks));
    });
    message.once('error', reject);
  });
}
