import { sheetStyles } from './styles.ts';

/** Where a sheet is drawn. */
export interface SheetPlace {
  /** Puts the sheet's host, whose shadow root is complete, on the screen. */
  show(host: HTMLElement, dialog: HTMLDialogElement): void;
}

/** Over the page, which cannot be reached meanwhile. */
export const overPage: SheetPlace = {
  show(host, dialog) {
    dress(host, CSSStyleSheet);
    ((document.body as HTMLElement | null) ?? document.documentElement).append(host);
    dialog.showModal();
  },
};

/** Adopts the styles of the sheet. A constructed style sheet belongs to the document of its class. */
export function dress({ shadowRoot }: HTMLElement, sheet: typeof CSSStyleSheet): void {
  if (!shadowRoot) return;
  const styles = new sheet();
  styles.replaceSync(sheetStyles);
  shadowRoot.adoptedStyleSheets = [styles];
}
