/** The texts of the buttons. `{}` is the wallet's name. Other languages get English. */
const buttonLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    'add-money': 'Add money with {}',
    book: 'Book with {}',
    buy: 'Buy with {}',
    checkout: 'Check out with {}',
    continue: 'Continue with {}',
    contribute: 'Contribute with {}',
    donate: 'Donate with {}',
    order: 'Order with {}',
    pay: 'Pay with {}',
    plain: '{}',
    reload: 'Reload with {}',
    rent: 'Rent with {}',
    'set-up': 'Set up {}',
    subscribe: 'Subscribe with {}',
    support: 'Support with {}',
    tip: 'Tip with {}',
    'top-up': 'Top up with {}',
  },
  uk: {
    'add-money': 'Поповнити через {}',
    book: 'Забронювати через {}',
    buy: 'Купити через {}',
    checkout: 'Оформити через {}',
    continue: 'Продовжити через {}',
    contribute: 'Зробити внесок через {}',
    donate: 'Пожертвувати через {}',
    order: 'Замовити через {}',
    pay: 'Оплатити через {}',
    plain: '{}',
    reload: 'Поповнити через {}',
    rent: 'Орендувати через {}',
    'set-up': 'Налаштувати {}',
    subscribe: 'Підписатися через {}',
    support: 'Підтримати через {}',
    tip: 'Чайові через {}',
    'top-up': 'Поповнити через {}',
  },
  de: {
    'add-money': 'Mit {} aufladen',
    book: 'Mit {} buchen',
    buy: 'Mit {} kaufen',
    checkout: 'Mit {} bezahlen',
    continue: 'Weiter mit {}',
    contribute: 'Mit {} beitragen',
    donate: 'Mit {} spenden',
    order: 'Mit {} bestellen',
    pay: 'Mit {} zahlen',
    plain: '{}',
    reload: 'Mit {} aufladen',
    rent: 'Mit {} mieten',
    'set-up': '{} einrichten',
    subscribe: 'Mit {} abonnieren',
    support: 'Mit {} unterstützen',
    tip: 'Trinkgeld mit {}',
    'top-up': 'Mit {} aufladen',
  },
};

/** The text of a button; `locale` is BCP 47. */
export function buttonLabel(wallet: string, type: string, locale: string): string {
  const language = locale.slice(0, 2).toLowerCase();
  const text = buttonLabels[language]?.[type] ?? buttonLabels['en']?.[type] ?? '{}';
  return text.replace('{}', wallet);
}
