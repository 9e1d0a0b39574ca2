import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBaseUrl } from './base-url.ts';

describe('the base of the service’s paths', () => {
  const good: readonly (readonly [string, string])[] = [
    ['https://service.example', 'https://service.example'],
    ['https://service.example/', 'https://service.example'],
    ['https://service.example/api//', 'https://service.example/api'],
    ['https://service.example/v1/api', 'https://service.example/v1/api'],
    ['https://service.example/xv1', 'https://service.example/xv1'],
    ['https://SERVICE.example:443', 'https://service.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:1', 'http://127.0.0.1:1'],
    ['http://[::1]:1', 'http://[::1]:1'],
  ];
  for (const [text, base] of good) {
    test(`may be ${text}`, () => {
      assert.equal(readBaseUrl(text, 'baseUrl'), base);
    });
  }

  const bad: readonly (readonly [string, string])[] = [
    ['', 'baseUrl must be an absolute URL.'],
    ['/api', 'baseUrl must be an absolute URL.'],
    ['http://service.example', 'baseUrl must be https; http serves on loopback only.'],
    ['ftp://localhost', 'baseUrl must be https; http serves on loopback only.'],
    ['http://localhost.evil.example', 'baseUrl must be https; http serves on loopback only.'],
    ['https://u@service.example', 'baseUrl must have no credentials, query or fragment.'],
    ['https://:p@service.example', 'baseUrl must have no credentials, query or fragment.'],
    ['https://service.example?a', 'baseUrl must have no credentials, query or fragment.'],
    ['https://service.example#a', 'baseUrl must have no credentials, query or fragment.'],
    ['https://service.example/v1', 'baseUrl must end before the version: the paths begin with it.'],
    [
      'https://service.example/v12//',
      'baseUrl must end before the version: the paths begin with it.',
    ],
  ];
  for (const [text, message] of bad) {
    test(`may not be ${text || 'nothing'}`, () => {
      assert.throws(() => readBaseUrl(text, 'baseUrl'), { code: 'config_invalid', message });
    });
  }
});
