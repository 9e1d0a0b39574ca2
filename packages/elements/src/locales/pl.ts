import { addTexts } from '../texts.ts';

const pending = 'Płatność jest sprawdzana. Prosimy nie płacić ponownie.';

/** Polish. */
addTexts('pl', {
  succeeded: 'Zapłacono. Dziękujemy!',
  authorized: 'Karta została przyjęta, kwota jest zarezerwowana.',
  pending,
  unknown: pending,
  failed: 'Płatność nie powiodła się. Nic nie zostało pobrane.',
  cancelled: 'Płatność została anulowana.',
  expired: 'Płatność trwała zbyt długo i wygasła. Nic nie zostało pobrane.',
  refunded: 'Płatność została zwrócona.',
  error: 'Nie można odczytać statusu. Przed ponowną płatnością prosimy o kontakt ze sklepem.',
  bank: 'Kontynuuj na stronie banku',
  notCharged: 'Nic nie zostało pobrane. Spróbuj ponownie lub wybierz inną kartę.',
  notWorkedOut: 'Teraz nie można tego obliczyć.',
  shippingOption: '{price}: {label}',
  paid: 'To zamówienie jest opłacone.',
  tooManyAttempts:
    'Zbyt wiele płatności za to zamówienie nie powiodło się. Prosimy o kontakt ze sklepem.',
  totalChanged: 'Łączna kwota się zmieniła. Proszę zamknąć to okno i ponownie nacisnąć przycisk.',
  disputed: 'Płatność jest sprawdzana. Prosimy o kontakt ze sklepem.',
});
