// @ts-nocheck
import { WalletServerError } from '../errors.ts';

/**
 * A base for the service's paths, without a slash at its end. Checked once, when the client is made.
 * @throws {WalletServerError} `config_invalid`, with the option in its message.
 */
export function readBaseUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url) throw invalid(`${option} must be an absolute URL.`);
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) {
    throw invalid(`${option} must be https; http serves on loopback only.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw invalid(`${option} must have no credentials, query or fragment.`);
  }
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/v\d+$/.test(path)) {
    throw invalid(`${option} must end before the version: the paths begin with it.`);
  }
  return `${url.origin}${path}`;
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('config_invalid', message);
}
