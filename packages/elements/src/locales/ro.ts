import { addTexts } from '../texts.ts';

const pending = 'Plata este în curs de verificare. Vă rugăm să nu plătiți din nou.';

/** Romanian. */
addTexts('ro', {
  succeeded: 'Plătit. Vă mulțumim!',
  authorized: 'Cardul a fost acceptat; suma este rezervată.',
  pending,
  unknown: pending,
  failed: 'Plata nu a reușit. Nu s-a debitat nimic.',
  cancelled: 'Plata a fost anulată.',
  expired: 'Plata a durat prea mult și a expirat. Nu s-a debitat nimic.',
  refunded: 'Plata a fost rambursată.',
  error: 'Starea nu poate fi citită. Contactați magazinul înainte de a plăti din nou.',
  bank: 'Continuați la banca dumneavoastră',
  notCharged: 'Nu s-a debitat nimic. Încercați din nou sau alegeți alt card.',
  notWorkedOut: 'Acest lucru nu poate fi calculat acum.',
  shippingOption: '{price}: {label}',
  paid: 'Această comandă este plătită.',
  tooManyAttempts:
    'Prea multe plăți ale acestei comenzi au eșuat. Vă rugăm să contactați magazinul.',
  totalChanged: 'Totalul s-a schimbat. Închideți această fereastră și apăsați din nou butonul.',
  disputed: 'Plata este în curs de verificare. Vă rugăm să contactați magazinul.',
});
