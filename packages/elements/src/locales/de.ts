import { addTexts } from '../texts.ts';

const pending = 'Ihre Zahlung wird geprüft. Bitte zahlen Sie nicht noch einmal.';

/** German. */
addTexts('de', {
  succeeded: 'Bezahlt. Vielen Dank!',
  authorized: 'Ihre Karte wurde angenommen, der Betrag ist reserviert.',
  pending,
  unknown: pending,
  failed: 'Die Zahlung ist fehlgeschlagen. Es wurde nichts abgebucht.',
  cancelled: 'Die Zahlung wurde abgebrochen.',
  expired: 'Die Zahlung hat zu lange gedauert und ist abgelaufen. Es wurde nichts abgebucht.',
  refunded: 'Die Zahlung wurde erstattet.',
  error:
    'Der Status kann nicht gelesen werden. Bitte wenden Sie sich an den Shop, bevor Sie noch einmal zahlen.',
  bank: 'Weiter bei Ihrer Bank',
  notCharged:
    'Es wurde nichts abgebucht. Versuchen Sie es noch einmal oder mit einer anderen Karte.',
  notWorkedOut: 'Das kann gerade nicht berechnet werden.',
  shippingOption: '{price}: {label}',
  paid: 'Diese Bestellung ist bezahlt.',
  tooManyAttempts:
    'Zu viele Zahlungen dieser Bestellung sind fehlgeschlagen. Bitte wenden Sie sich an den Shop.',
  totalChanged:
    'Der Gesamtbetrag hat sich geändert. Schließen Sie dieses Fenster und drücken Sie den Knopf noch einmal.',
  disputed: 'Die Zahlung wird geprüft. Bitte wenden Sie sich an den Shop.',
});
