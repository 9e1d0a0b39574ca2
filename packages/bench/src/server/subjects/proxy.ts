// The least that a merchant's server could do: a token in, the signed call out, nothing kept.
import { generateKeyPairSync } from 'node:crypto';
import { Agent } from 'node:http';
import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { attend, handedOver, listen } from './attend.ts';
import { callByHand, read } from './by-hand.ts';

export interface ProxyGiven {
  /** The stand-in's port. */
  readonly service: number;
  readonly framework: 'none' | 'express' | 'fastify' | 'hono';
}

const { service, framework } = handedOver() as ProxyGiven;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const agent = new Agent({ keepAlive: true, scheduling: 'lifo' });
const url = new URL(`http://127.0.0.1:${String(service)}/v1/pay-token`);
const call = async (message: unknown): Promise<unknown> =>
  callByHand(url, agent, privateKey, message);

const path = '/wallet/pay-token';
const listeners: Record<ProxyGiven['framework'], () => Promise<RequestListener> | RequestListener> =
  {
    none: () => (request, response) => {
      const answer = async (): Promise<void> => {
        const said = await call(JSON.parse((await read(request)).toString()));
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
      };
      answer().catch(() => response.destroy());
    },
    express: () => {
      const app = express();
      app.post(path, express.json(), async (request, response) => {
        response.json(await call(request.body));
      });
      return app;
    },
    fastify: async () => {
      const app = fastify();
      app.post(path, async (request) => call(request.body));
      await app.ready();
      return (request, response) => {
        app.routing(request, response);
      };
    },
    hono: () => {
      const app = new Hono();
      app.post(path, async (context) => Response.json(await call(await context.req.json())));
      const listener = getRequestListener(async (request) => app.fetch(request));
      return (request, response) => void listener(request, response);
    },
  };
const port = await listen(await listeners[framework]());
attend({ port: () => port });
