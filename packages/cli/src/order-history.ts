import { detailOf, type Payments } from '@wallet-buttons/server';
import { type DatedSentence, explain } from '@wallet-buttons/server/explain';
import type { Report } from './report.ts';

/** The history of an order, with reasons: what its pages reported, and what the server did. */
export async function historyOf(order: string, payments: Payments): Promise<Report> {
  const { notes, before, attempts } = explain(detailOf(await payments.history(order)));
  if (attempts.length === 0) {
    const text = `Order ${order} has no payment here. The browser never asked for one, or it was pruned.`;
    const json = { order, before, attempts: [] };
    return { isGood: before.length > 0, json, lines: [text, ...before.map(printed)] };
  }
  const explanations = attempts.map(({ attempt, history, now }, index) => {
    const { attempt: id, sessionId, state, flag } = attempt;
    const title = `Attempt ${String(index + 1)} of ${String(attempts.length)} (${id}, session ${sessionId})`;
    return { attempt: id, title, state, flag, history, now };
  });
  const lines = explanations.flatMap(({ title, history, now }) => [
    title,
    ...history.map(printed),
    ...now.map((line) => `  Now: ${line}`),
  ]);
  const openingLines =
    before.length > 0 ? ['Before the first attempt', ...before.map(printed)] : [];
  const json = { order, notes, before, attempts: explanations };
  return { json, lines: [`Order ${order}`, ...notes, ...openingLines, ...lines] };
}

function printed({ at, sentence }: DatedSentence): string {
  return `  ${at}  ${sentence}`;
}
