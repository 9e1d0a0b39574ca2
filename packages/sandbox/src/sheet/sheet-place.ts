import { SHEET_STYLES } from './sheet-styles.ts';

/** Where a sheet is drawn. */
export interface SheetPlace {
  /** Puts the sheet's host, whose shadow root is complete, on the screen. */
  show(host: HTMLElement, dialog: HTMLDialogElement): void;
}

/** Over the page, which cannot be reached meanwhile. */
export const OVER_PAGE: SheetPlace = {
  show(host, dialog) {
    if (host.shadowRoot) host.shadowRoot.adoptedStyleSheets = [styles()];
    ((document.body as HTMLElement | null) ?? document.documentElement).append(host);
    dialog.showModal();
  },
};

let sheetStyles: CSSStyleSheet | undefined;

function styles(): CSSStyleSheet {
  if (!sheetStyles) {
    sheetStyles = new CSSStyleSheet();
    sheetStyles.replaceSync(SHEET_STYLES);
  }
  return sheetStyles;
}
