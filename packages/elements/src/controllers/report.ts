import type { ReportPhase } from '@wallet-buttons/protocol';
import { sendReport, type Backend } from '../endpoint.ts';
import type { WalletEvent } from '../base-event.ts';
import { toJson } from '../platform.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { reportOf } from '../report.ts';

/** A tag that reports. */
export interface ReportHost extends HTMLElement, Backend {
  readonly order: string;
  readonly report: string;
  readonly provider: WalletProvider;
}

/** The answers about readiness that were reported: a tag that is drawn again asks again. */
const reportedAnswers = new Set<string>();
/** More are forgotten. */
const maxReports = 100;

/**
 * Dispatches an event that ends a question for readiness or a press. After an error, the backend gets a report of it.
 * @param order The order of a press, if the tag may have another one meanwhile.
 * @returns Whether no listener has prevented the default.
 */
export function dispatchEnd(
  host: ReportHost,
  event: WalletEvent,
  phase: ReportPhase,
  order: string = host.order,
): boolean {
  const isFollowed = host.dispatchEvent(event);
  reportEnd(host, event, phase, order);
  return isFollowed;
}

/** Reports an event that was dispatched, if it is one of an error. Never throws. */
export function reportEnd(
  host: ReportHost,
  event: WalletEvent,
  phase: ReportPhase,
  order: string,
): void {
  try {
    const { wallet, apiVersion } = host.provider;
    const body = reportOf(event, { order, wallet, phase, apiVersion });
    if (!body || host.report === 'off') return;
    if (phase === 'readiness') {
      const text = toJson(body);
      if (reportedAnswers.has(text)) return;
      if (reportedAnswers.size >= maxReports) reportedAnswers.clear();
      reportedAnswers.add(text);
    }
    sendReport(host, body);
  } catch {
    // A report is worth no error: nothing of the page depends on it.
  }
}
