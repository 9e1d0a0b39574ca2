import { adopt } from './dom.ts';
import { sheetStyles } from './styles.ts';

/** Where a sheet is drawn. */
export interface SheetPlace {
  /** Puts the sheet's host, whose shadow root is complete, on the screen. */
  show(host: HTMLElement, dialog: HTMLDialogElement): void;
}

/** Over the page, which cannot be reached meanwhile. */
export const overPage: SheetPlace = {
  show(host, dialog) {
    dress(host);
    ((document.body as HTMLElement | null) ?? document.documentElement).append(host);
    dialog.showModal();
  },
};

/** Styles the sheet. @param Sheet of the window in which it is drawn */
export function dress({ shadowRoot }: HTMLElement, Sheet?: typeof CSSStyleSheet): void {
  if (shadowRoot) adopt(shadowRoot, sheetStyles, Sheet);
}
