// The declarations themselves are checked: nothing here needs the DOM library.
export type {} from '@wallet-buttons/protocol';
export type {} from '@wallet-buttons/sandbox';
export type {} from '@wallet-buttons/sandbox/conformance';
export type {} from '@wallet-buttons/sandbox/profiles';
export type {} from '@wallet-buttons/server/node';
export type {} from '@wallet-buttons/server/postgres';
export type {} from '@wallet-buttons/server/mysql';
export type {} from '@wallet-buttons/server/sqlite';
export type {} from '@wallet-buttons/server/testing';
export type {} from '@wallet-buttons/service-client';
export type {} from '@wallet-buttons/service-client/node';
