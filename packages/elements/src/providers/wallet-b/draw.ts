import type { ButtonLook } from '../provider.ts';
import type { Client } from './client.ts';
import { failure } from './failure.ts';

const languages =
  ' en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh ';

/** The look of a button, and what it does. */
interface Drawing extends ButtonLook {
  readonly border: string;
  readonly allowedPaymentMethods: unknown;
  readonly press: () => void;
}

/** The provider's button. Throws what the provider refuses. */
export function drawButton(client: Client, drawing: Drawing): HTMLElement {
  const { allowedPaymentMethods, border, press, locale, root, type, style, radius } = drawing;
  const [language = ''] = locale
    .toLowerCase()
    .replace(/^n[bn]\b/, 'no')
    .split('-');
  try {
    return client.createButton({
      onClick: press,
      allowedPaymentMethods,
      buttonRootNode: root,
      buttonSizeMode: 'fill',
      buttonType: type,
      buttonColor: style === 'black' ? 'black' : 'white',
      ...(border && { buttonBorderType: border === 'none' ? 'no_border' : 'default_border' }),
      ...(radius !== undefined && { buttonRadius: radius }),
      ...(languages.includes(` ${language} `) && { buttonLocale: language }),
    });
  } catch (error) {
    throw failure(error);
  }
}
