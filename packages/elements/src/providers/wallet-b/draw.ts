import type { ButtonLook } from '../provider.ts';
import type { Client } from './client.ts';
import { failure } from './failure.ts';
import { readinessRequest, type ReadinessConfig } from './readiness.ts';

const languages =
  ' en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh ';

/** The tag's own attributes for its button. */
export interface ButtonConfig extends ReadinessConfig {
  readonly buttonBorder: string;
}

/** The provider's button. Throws what the provider refuses. */
export function drawButton(
  client: Client,
  config: ButtonConfig,
  look: ButtonLook,
  press: () => void,
): HTMLElement {
  const { buttonBorder } = config;
  const { allowedPaymentMethods } = readinessRequest(config);
  const [language = ''] = look.locale
    .toLowerCase()
    .replace(/^n[bn]\b/, 'no')
    .split('-');
  try {
    return client.createButton({
      onClick: press,
      allowedPaymentMethods,
      buttonRootNode: look.root,
      buttonSizeMode: 'fill',
      buttonType: look.type,
      buttonColor: look.style === 'black' ? 'black' : 'white',
      ...(buttonBorder && {
        buttonBorderType: buttonBorder === 'none' ? 'no_border' : 'default_border',
      }),
      ...(look.radius !== undefined && { buttonRadius: look.radius }),
      ...(languages.includes(` ${language} `) && { buttonLocale: language }),
    });
  } catch (error) {
    throw failure(error);
  }
}
