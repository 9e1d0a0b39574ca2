/** The work that is under way, each part with the request that it belongs to. */
export class CurrentWork {
  readonly #requests = new Map<Promise<unknown>, Request | undefined>();

  /** Counts work as under way until it ends. Its failure is the caller's. */
  async add<Result>(work: Promise<Result>, request?: Request): Promise<Result> {
    this.#requests.set(work, request);
    const remove = (): boolean => this.#requests.delete(work);
    work.then(remove, remove);
    return work;
  }

  /** Resolves once no work is under way, and so no work that it has begun. With a request: none of that request. */
  async end(request?: Request): Promise<void> {
    for (let works; (works = this.#worksOf(request)).length > 0;) await Promise.allSettled(works);
  }

  /** Resolves once the work that is under way now has ended. */
  async endOfPresent(): Promise<void> {
    await Promise.allSettled(this.#requests.keys());
  }

  #worksOf(request: Request | undefined): readonly Promise<unknown>[] {
    const entries = [...this.#requests];
    return entries
      .filter(([, owner]) => request === undefined || owner === request)
      .map(([work]) => work);
  }
}
