import { addTexts } from '../texts.ts';

const pending = 'Il pagamento è in fase di verifica. Non paghi di nuovo, per favore.';

/** Italian. */
addTexts('it', {
  succeeded: 'Pagato. Grazie!',
  authorized: 'La carta è stata accettata; l’importo è riservato.',
  pending,
  unknown: pending,
  failed: 'Il pagamento non è andato a buon fine. Non è stato addebitato nulla.',
  cancelled: 'Il pagamento è stato annullato.',
  expired: 'Il pagamento ha richiesto troppo tempo ed è scaduto. Non è stato addebitato nulla.',
  refunded: 'Il pagamento è stato rimborsato.',
  error: 'Lo stato non può essere letto. Contatti il negozio prima di pagare di nuovo.',
  bank: 'Continui presso la sua banca',
  notCharged: 'Non è stato addebitato nulla. Riprovi o scelga un’altra carta.',
  notWorkedOut: 'Al momento non è possibile calcolarlo.',
  shippingOption: '{price}: {label}',
  paid: 'Questo ordine è pagato.',
  tooManyAttempts:
    'Troppi pagamenti di questo ordine non sono riusciti. Si prega di contattare il negozio.',
  totalChanged: 'Il totale è cambiato. Chiuda questa finestra e prema di nuovo il pulsante.',
  disputed: 'Il pagamento è in fase di verifica. Contatti il negozio.',
});
