import type { OperationKind, OperationResult, Payment } from '@wallet-buttons/server';
import { render } from 'lit';
import { Api, Problem } from './api.ts';
import { download } from './csv.ts';
import { readAll, readList, readView } from './data.ts';
import type { Desk } from './desk.ts';
import { fill, formatNumber } from './format.ts';
import { frameView } from './frame-view.ts';
import { chosenLanguage, rememberLanguage, textsOf } from './language.ts';
import { en } from './locales/en.ts';
import { leftFor, sumsOf } from './money.ts';
import { paymentsCsv } from './payments-csv.ts';
import { currentRoute, goTo, paymentsOf } from './route.ts';
import { newKey, sendDialog } from './send-dialog.ts';
import { type DeskState, nothingListed, reportPage } from './state.ts';
import type { DeskTexts } from './texts.ts';

const refreshEvery = 15_000;

/** The state of the page, and what a clerk can do. Each action ends in a new drawing. */
export class DeskPage implements Desk {
  readonly #api = new Api();
  readonly #root: HTMLElement;
  /** Counts the readings: an answer that comes after a newer question is dropped. */
  #reading = 0;
  /** Whether a drawing is due. */
  #isDrawing = false;
  texts: DeskTexts = en;
  state: DeskState = {
    language: 'en',
    session: undefined,
    wasIn: false,
    route: currentRoute(),
    list: nothingListed,
    payment: null,
    undelivered: [],
    alarms: [],
    report: null,
    reportRows: reportPage,
    waiting: { reviews: 0, undelivered: 0 },
    sums: null,
    dialog: null,
    notice: '',
    problem: null,
    isBusy: false,
  };

  constructor(root: HTMLElement) {
    this.#root = root;
    addEventListener('hashchange', () => {
      this.#show();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.#refreshQuietly();
    });
    setInterval(() => {
      this.#refreshQuietly();
    }, refreshEvery);
  }

  async start(): Promise<void> {
    await this.#use(chosenLanguage());
    await this.#guarded(async () => {
      const session = await this.#api.session();
      this.#set({ session, wasIn: session !== null });
    });
    await this.refresh();
  }

  async speak(language: string): Promise<void> {
    rememberLanguage(language);
    await this.#use(language);
  }

  async logIn(token: string): Promise<void> {
    this.#set({ isBusy: true, problem: null });
    await this.#guarded(async () => {
      this.#set({ session: await this.#api.logIn(token), wasIn: true });
    });
    this.#set({ isBusy: false });
    await this.refresh();
  }

  async logOut(): Promise<void> {
    await this.#guarded(async () => this.#api.logOut());
    const emptyView = { list: nothingListed, payment: null, notice: '', problem: null };
    this.#set({ session: null, wasIn: false, ...emptyView });
  }

  /** Reads again what the page shows. @param fresh asks the payment service first. */
  async refresh(fresh = false): Promise<void> {
    const { session, route } = this.state;
    if (!session) return;
    const reading = (this.#reading += 1);
    this.#set({ isBusy: true });
    await this.#guarded(async () => {
      const view = await readView(this.#api, route, fresh);
      if (reading === this.#reading) this.#set({ ...view, problem: null });
    }, reading);
    if (reading === this.#reading) this.#set({ isBusy: false });
  }

  /** Adds the next page of the list, or of the differences of the comparison. */
  async more(): Promise<void> {
    const { list, route, reportRows } = this.state;
    if (route.view === 'report') this.#set({ reportRows: reportRows + reportPage });
    if (list.next === undefined || list.isLoading) return;
    const reading = (this.#reading += 1);
    this.#set({ list: { ...list, isLoading: true } });
    await this.#guarded(async () => {
      const page = await readList(this.#api, route, list.next);
      if (reading !== this.#reading) return;
      this.#set({ list: { ...page, payments: [...list.payments, ...page.payments] } });
    }, reading);
    if (reading === this.#reading) this.#set({ list: { ...this.state.list, isLoading: false } });
  }

  async find(text: string): Promise<void> {
    if (text === '') return;
    const payment = await this.#api.payment(text).catch(() => null);
    goTo(payment?.order === text ? { view: 'payment', order: text } : paymentsOf('', text));
  }

  async addUp(): Promise<void> {
    await this.#withAll((payments) => {
      this.#set({ sums: sumsOf(payments) });
    });
  }

  async save(): Promise<void> {
    await this.#withAll((payments) => {
      download('payments.csv', paymentsCsv(payments, this.texts));
    });
  }

  async deliver(order: string): Promise<void> {
    await this.#guarded(async () => {
      await this.#api.deliver(order);
      this.#set({ notice: fill(this.texts.deliveries.due, { order }) });
    });
    // The next pass has delivered them by then.
    setTimeout(() => {
      this.#refreshQuietly();
    }, 1500);
  }

  /** Opens the order that is shown for payers again. */
  async reopen(): Promise<void> {
    const { payment, isBusy } = this.state;
    if (!payment || isBusy) return;
    const { order } = payment;
    this.#set({ isBusy: true });
    await this.#guarded(async () => {
      await this.#api.reopen(order);
      this.#set({ notice: fill(this.texts.payment.reopened, { order }) });
    });
    await this.refresh();
  }

  /** Opens the question before an operation. Its key is made here, once. */
  askOperation(kind: OperationKind, payment: Payment): void {
    const remainder = leftFor(kind, payment);
    if (remainder === null) return;
    const typed = formatNumber(remainder, this.state.language);
    const dialog = {
      type: 'operation',
      key: newKey(),
      kind,
      payment,
      left: remainder,
      typed,
    } as const;
    this.#set({ dialog: { ...dialog, reason: '', isSending: false }, notice: '' });
  }

  askReview(
    payment: Payment,
    outcome: 'succeeded' | 'failed',
    operation: OperationResult | undefined,
  ): void {
    const takesAmount = outcome === 'succeeded' && !operation && payment.state !== 'disputed';
    const left = takesAmount ? payment.amounts.asked : null;
    const { proposal } = payment;
    const typed = proposal === undefined ? '' : formatNumber(proposal, this.state.language);
    const dialog = { type: 'review', key: newKey(), payment, outcome, left, typed } as const;
    const about = operation && { operation };
    this.#set({ dialog: { ...dialog, ...about, reason: '', isSending: false }, notice: '' });
  }

  type(field: 'typed' | 'reason', text: string): void {
    const { dialog } = this.state;
    if (dialog) this.#set({ dialog: { ...dialog, [field]: text } });
  }

  closeDialog(key: string): void {
    const { dialog } = this.state;
    if (dialog?.key === key && !dialog.isSending) this.#set({ dialog: null });
  }

  /** Sends what the dialog asks. A press while it is sent does nothing. */
  async confirm(): Promise<void> {
    const { dialog, language } = this.state;
    if (!dialog || dialog.isSending) return;
    const { problem: _, ...question } = dialog;
    this.#set({ dialog: { ...question, isSending: true } });
    try {
      const notice = await sendDialog(this.#api, question, this.texts, language);
      this.#set({ dialog: null, notice });
      await this.refresh();
    } catch (error) {
      const problem = problemOf(error);
      this.#set({ dialog: { ...question, isSending: false, problem } });
      if (problem.code === 'unauthorized') this.#set({ session: null, dialog: null, problem });
      // A clerk decides by what is true now.
      else if (problem.code !== 'network') await this.refresh();
    }
  }

  async #use(language: string): Promise<void> {
    await this.#guarded(async () => {
      this.texts = await textsOf(language).catch(() => {
        throw new Problem('network');
      });
      this.#set({ language });
    });
    this.#draw();
  }

  /** Reads every payment of the list, unless the clerk goes on to something else. */
  async #withAll(work: (payments: readonly Payment[]) => void): Promise<void> {
    const { route } = this.state;
    this.#set({ isBusy: true });
    await this.#guarded(async () => {
      const payments = await readAll(this.#api, route);
      if (route === this.state.route) work(payments);
    });
    this.#set({ isBusy: false });
  }

  #show(): void {
    const route = currentRoute();
    const order = route.view === 'payment' ? route.order : null;
    const isSame = order !== null && order === this.state.payment?.order;
    const emptyView = { list: nothingListed, ...(!isSame && { payment: null }) };
    this.#set({ route, ...emptyView, report: null, reportRows: reportPage });
    this.#set({ dialog: null, notice: '', problem: null, sums: null });
    scrollTo(0, 0);
    queueMicrotask(() => this.#root.querySelector<HTMLElement>('h1')?.focus());
    void this.refresh();
  }

  /** A list of several pages, and a question, stay as they are. */
  #refreshQuietly(): void {
    const { dialog, list, isBusy, route } = this.state;
    const isSearch = route.view === 'payments' && route.search !== '';
    if (document.hidden || dialog || isBusy || isSearch || list.payments.length > 50) return;
    void this.refresh();
  }

  /** Shows the problem of some work, unless a newer reading came first. */
  async #guarded(work: () => Promise<void>, reading = this.#reading): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (reading !== this.#reading) return;
      const problem = problemOf(error);
      const isOver = problem.code === 'unauthorized';
      this.#set({ problem, ...(isOver && { session: null }) });
    }
  }

  #set(change: Partial<DeskState>): void {
    this.state = { ...this.state, ...change };
    this.#draw();
  }

  /** Draws once for all changes of a task. */
  #draw(): void {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      this.#drawNow();
    });
  }

  #drawNow(): void {
    document.documentElement.lang = this.state.language;
    document.title = this.texts.title;
    render(frameView(this), this.#root);
  }
}

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  console.error(error);
  return new Problem('other', 'The page failed.', 'Load it again.');
}
