/** Windows without a screen, in the place of those that wallet B's popup flow opens. */
export interface Popups {
  /** Each opening, by its window's name. */
  readonly opened: readonly string[];
  /** The payer closes the window. */
  close(): void;
  readonly restore: () => void;
}

export function fakePopups(): Popups {
  const real = window.open.bind(window);
  const names: string[] = [];
  let last: { closed: boolean; close(): void } | undefined;
  window.open = (_url, name) => {
    names.push(name ?? '');
    // A name leads to the window that has it.
    if (!last || last.closed) {
      last = {
        closed: false,
        close() {
          this.closed = true;
        },
      };
    }
    return last as unknown as Window;
  };
  const close = () => {
    last?.close();
  };
  return {
    opened: names,
    close,
    restore: () => {
      close();
      window.open = real;
    },
  };
}
