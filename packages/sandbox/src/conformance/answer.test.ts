import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { expectProblem, post } from './answer.ts';

describe('a problem document', () => {
  it('is known by its media type in letters of either case', async (t) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'Application/Problem+JSON ; charset=UTF-8');
      response.writeHead(404).end(JSON.stringify({ code: 'none', title: 'None', status: 404 }));
    }).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    expectProblem(await post(`http://127.0.0.1:${port}/status`, '{}'), 'status');
  });
});

describe('a request without an answer', () => {
  it('names itself, and that nothing listens', async () => {
    const url = `http://127.0.0.1:${await freePort()}/wallet/pay-token`;
    await assert.rejects(post(url, '{}'), {
      name: 'Finding',
      message: 'POST /wallet/pay-token was not answered: nothing listens there (ECONNREFUSED)',
    });
  });

  it('names itself, and that the connection was closed', async (t) => {
    const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await assert.rejects(post(`http://127.0.0.1:${port}/status`, '{}'), {
      message: /^POST \/status was not answered: the backend closed the connection/,
    });
  });
});
