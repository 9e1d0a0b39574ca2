import type { LedgerSession, ScenarioFields, WebhookVersion } from '../index.ts';
import { readProfile } from '../service/wire/profile.ts';
import type { Answer } from './answer.ts';
import type { CheckContext } from './check-context.ts';
import { expect, Finding } from './finding.ts';
import { holdsWithin, OrderAtService } from './order-at-service.ts';
import type { Subject } from './subject.ts';

/** One order at the payment service, which does what a check says. */
export class ScriptedService extends OrderAtService {
  readonly order: string;
  readonly subject: Subject;
  readonly context: CheckContext;

  constructor(subject: Subject, order: string, context: CheckContext) {
    super(subject.service, order, context.isOneOfMany);
    this.subject = subject;
    this.order = order;
    this.context = context;
  }

  /** Keeps what a check does, for the report of its failure. */
  note(step: string): void {
    this.context.transcript.add(step);
  }

  /** How the service treats every payment, or those of this order, until the check ends. */
  play(scenario: ScenarioFields): void {
    const fields = Object.entries(scenario).map(([name, value]) => `${name} ${String(value)}`);
    this.note(`the service: ${fields.join(', ') || 'as usual'}`);
    const { service } = this.subject;
    service.scenario(
      this.context.isOneOfMany ? { external_id: this.order, ...scenario } : scenario,
    );
  }

  /** The service as before, but get-status gives no answer: unless the backend believes no webhook, one must suffice. */
  playSilent(scenario: ScenarioFields = {}): void {
    const silence = this.subject.confirmsWebhooks ? {} : ({ statusAnswer: 'cut' } as const);
    this.play({ ...scenario, ...silence });
  }

  /** The payer's press on the bank's page. @returns where the bank sends the payer then */
  async decide(answer: Answer, decision: 'approve' | 'decline'): Promise<string | null> {
    const { acs_url: url } = answer.body;
    expect(typeof url === 'string' && URL.canParse(url), `no acs_url in ${answer.seen}`);
    this.note(`the payer at the bank: ${decision}`);
    const form = new URLSearchParams({ decision });
    const request = { method: 'POST', body: form, redirect: 'manual' } as const;
    const page = await fetch(url, request).catch(() => {
      throw new Finding(`no bank answers at the acs_url ${url}`);
    });
    return page.headers.get('location');
  }

  /** Whether a backend can tell the service where the bank sends the payer. */
  carriesReturnAddress(): boolean {
    const { session, payment, payToken } = readProfile(this.subject.profile).operations;
    return [session, payment, payToken].some(({ fields }) => fields['redirectUrl'] !== null);
  }

  /** Changes the truth at the service, which then sends its webhook. */
  async settle(
    status: 'paid' | 'refunded' | 'expired' | 'voided' | 'failed',
    refundedAmount?: string,
  ): Promise<void> {
    const { id } = this.session();
    const part = refundedAmount === undefined ? {} : { refunded: refundedAmount };
    this.note(
      `the service: the payment is ${status}${refundedAmount ? ` (${refundedAmount})` : ''}`,
    );
    await this.subject.service.status({ session_id: id, status, ...part });
  }

  /** A webhook that the service sends out of turn: it changes nothing at the service. */
  async webhook(status: string, version?: WebhookVersion): Promise<void> {
    const { id } = this.session();
    this.note(`the service sends a webhook: ${status}`);
    await this.subject.service.webhook({ session_id: id, status, ...(version && { version }) });
  }

  /** The webhooks of this order, each with its answer, or as they are when the time is up. */
  async answered(): Promise<LedgerSession['webhooks']> {
    const isAnswered = (): boolean =>
      this.session().webhooks.every(({ last_answer: answer }) => answer !== null);
    await holdsWithin(this.subject.timeout, isAnswered);
    return this.session().webhooks;
  }

  /** The text of a webhook about this order with a `status`, in the form of the service. */
  webhookBody(
    status: string,
    version: WebhookVersion = 'v1',
    { id, callback_url: url } = this.session(),
  ): string {
    expect(url !== null, 'the session has no callback_url for webhooks');
    return this.subject.service.webhookBody({ session_id: id, status, version });
  }
}
