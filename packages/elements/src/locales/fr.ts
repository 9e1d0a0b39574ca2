import { addTexts } from '../texts.ts';

const pending =
  'Votre paiement est en cours de vérification. Merci de ne pas payer une seconde fois.';

/** French. */
addTexts('fr', {
  succeeded: 'Paiement effectué. Merci\u202f!',
  authorized: 'Votre carte a été acceptée\u202f; le montant est réservé.',
  pending,
  unknown: pending,
  failed: 'Le paiement n’a pas abouti. Rien n’a été débité.',
  cancelled: 'Le paiement a été annulé.',
  expired: 'Le paiement a pris trop de temps et a expiré. Rien n’a été débité.',
  refunded: 'Le paiement a été remboursé.',
  error: 'Le statut ne peut pas être lu. Contactez la boutique avant de payer à nouveau.',
  bank: 'Continuer auprès de votre banque',
  notCharged: 'Rien n’a été débité. Réessayez ou choisissez une autre carte.',
  notWorkedOut: 'Ce calcul n’est pas possible pour le moment.',
  shippingOption: '{price}\u00a0: {label}',
  paid: 'Cette commande est payée.',
  tooManyAttempts:
    'Trop de paiements de cette commande ont échoué. Veuillez contacter la boutique.',
  totalChanged: 'Le total a changé. Fermez cette fenêtre et appuyez de nouveau sur le bouton.',
  disputed: 'Le paiement est en cours de vérification. Veuillez contacter la boutique.',
});
