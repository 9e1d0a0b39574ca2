import { addTexts } from '../texts.ts';

const pending = 'Estamos comprobando su pago. No vuelva a pagar, por favor.';

/** Spanish. */
addTexts('es', {
  succeeded: 'Pagado. ¡Gracias!',
  authorized: 'Su tarjeta ha sido aceptada; el importe está reservado.',
  pending,
  unknown: pending,
  failed: 'El pago no se ha realizado. No se ha cobrado nada.',
  cancelled: 'El pago se ha cancelado.',
  expired: 'El pago ha tardado demasiado y ha caducado. No se ha cobrado nada.',
  refunded: 'El pago se ha reembolsado.',
  error:
    'No se puede consultar el estado. Póngase en contacto con la tienda antes de volver a pagar.',
  bank: 'Continuar en su banco',
  notCharged: 'No se ha cobrado nada. Inténtelo de nuevo o elija otra tarjeta.',
  notWorkedOut: 'Ahora no se puede calcular.',
  shippingOption: '{price}: {label}',
  paid: 'Este pedido está pagado.',
  tooManyAttempts:
    'Han fallado demasiados pagos de este pedido. Póngase en contacto con la tienda.',
  totalChanged: 'El total ha cambiado. Cierre esta ventana y pulse de nuevo el botón.',
  disputed: 'El pago se está comprobando. Póngase en contacto con la tienda.',
});
