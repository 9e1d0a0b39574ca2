/** Where a contender's page puts its button. */
export const box = document.querySelector<HTMLElement>('#pay') ?? document.body;

/** What every contender sells. */
export const goods = { label: 'Levada seed house', country: 'UA', currency: 'UAH', price: '30.00' };
