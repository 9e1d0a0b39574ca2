import { addTexts } from '../texts.ts';

const pending = 'Vaše platba se ověřuje. Prosíme, neplaťte znovu.';

/** Czech. */
addTexts('cs', {
  succeeded: 'Zaplaceno. Děkujeme!',
  authorized: 'Vaše karta byla přijata, částka je rezervována.',
  pending,
  unknown: pending,
  failed: 'Platba se nezdařila. Nic nebylo strženo.',
  cancelled: 'Platba byla zrušena.',
  expired: 'Platba trvala příliš dlouho a její platnost vypršela. Nic nebylo strženo.',
  refunded: 'Platba byla vrácena.',
  error: 'Stav platby nelze zjistit. Než zaplatíte znovu, kontaktujte prosím obchod.',
  bank: 'Pokračovat u vaší banky',
  notCharged: 'Nic nebylo strženo. Zkuste to znovu, nebo vyberte jinou kartu.',
  notWorkedOut: 'Nyní to nelze spočítat.',
  shippingOption: '{price}: {label}',
  paid: 'Tato objednávka je zaplacena.',
  tooManyAttempts: 'Příliš mnoho plateb této objednávky selhalo. Obraťte se prosím na obchod.',
  totalChanged: 'Celková částka se změnila. Zavřete toto okno a stiskněte tlačítko znovu.',
  disputed: 'Platba se prověřuje. Obraťte se prosím na obchod.',
});
