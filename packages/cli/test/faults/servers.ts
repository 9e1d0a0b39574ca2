import type { Answer } from '../world.ts';
import { type Faults, option } from './fault.ts';

const file = '/.well-known/apple-developer-merchantid-domain-association';
const hook = '/wallet/webhook/v1';
const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const at = (path: string, answer: Answer) => ({
  at: { [path]: answer },
});
const late = (seconds: number) => ({
  ...json,
  date: new Date(Date.now() - seconds * 1000).toUTCString(),
});
const unknown = '{"code":"SessionNotFoundError"}';

/** Faults of the domains, of the callback, of the way back and of the payment service. */
export const serverFaults: Faults = {
  'dom.status': {
    fail: {
      'no file of wallet A': at(file, { status: 404 }),
      'a file behind a wall': at(file, { status: 403 }),
    },
  },
  'dom.redirect': {
    fail: {
      'a file behind a redirect': at(file, { status: 301, headers: { location: '/x' } }),
    },
  },
  'dom.bytes': {
    fail: {
      'a file without its last byte': at(file, { body: '7B227073704964223A2' }),
    },
  },
  'dom.html': {
    fail: {
      'a page in place of the file': at(file, { body: '<!doctype html>' }),
    },
    warn: {
      'a file as HTML': at(file, { headers: html, body: '7B227073704964223A22' }),
    },
  },
  'dom.txt': {
    warn: {
      'no file with .txt': at(`${file}.txt`, { status: 404 }),
    },
  },
  'dom.life': {
    fail: {
      'a certificate that ends in five days': { days: 5 },
    },
    warn: {
      'a certificate that ends in three weeks': { days: 21 },
    },
  },
  'hook.reach': {
    fail: {
      'a callback that is not there': at(hook, { status: 404 }),
      'a callback behind a redirect': at(hook, { status: 301, headers: { location: '/x' } }),
      'a callback behind a login': at(hook, {
        status: 401,
        headers: { 'www-authenticate': 'Basic' },
      }),
      'a page in place of the callback': at(hook, { headers: html, body: '<html>' }),
      'a callback that fails': at(hook, { status: 500 }),
      'a callback on this machine': option('--callback', 'http://127.0.0.1:9/wallet/webhook/v1'),
    },
  },
  'hook.refuse': {
    fail: {
      'a callback that takes any signature': at(hook, { headers: json, body: '{}' }),
    },
  },
  'ret.url': {
    fail: {
      'a return page that is not there': at('/return', { status: 404 }),
    },
    warn: {
      'a return page behind a login': at('/return', {
        status: 302,
        headers: { location: '/login' },
      }),
      'a return page that asks for a password': at('/return', {
        headers: html,
        body: '<input type="password">',
      }),
      'a return page behind a bot check': at('/return', {
        headers: html,
        body: '<title>Just a moment...</title>',
      }),
      'a return page that goes on by itself': at('/return', {
        headers: html,
        body: '<meta http-equiv="refresh" content="0;url=/login">',
      }),
      'a file in place of the return page': at('/return', { headers: json, body: '{}' }),
    },
  },
  'ret.get': {
    fail: {
      'an address of the bank that is not there': at('GET /wallet/return', { status: 404 }),
      'a 303 without order and receipt': at('/wallet/return', {
        status: 303,
        headers: { location: '/return' },
      }),
    },
  },
  'ret.post': {
    fail: {
      'a protection that refuses the form of the bank': at('POST /wallet/return', { status: 403 }),
    },
  },
  'base.answer': {
    fail: {
      'a service that fails': at('/service', { status: 500 }),
      'a web page in place of the service': at('/service', { headers: html, body: '<html>' }),
      'a redirect of the service': at('/service', { status: 301, headers: { location: '/x' } }),
    },
  },
  'base.auth': {
    fail: {
      'a signature that the service refuses': at('/service', {
        status: 401,
        headers: json,
        body: '{}',
      }),
      'a merchant that the service does not know': at('/service', {
        status: 404,
        headers: json,
        body: '{"code":"MerchantNotFoundError"}',
      }),
    },
  },
  'base.ip': {
    fail: {
      'an address that is not on the allow-list': at('/service', {
        status: 403,
        headers: json,
        body: '{}',
      }),
    },
  },
  'clock.skew': {
    fail: {
      'a clock ten minutes late': at('/service', {
        status: 404,
        headers: late(600),
        body: unknown,
      }),
    },
    warn: {
      'a clock one minute late': at('/service', { status: 404, headers: late(60), body: unknown }),
    },
  },
  'store.kind': {
    fail: {
      'a store in memory': option('--db', ':memory:'),
    },
  },
};
