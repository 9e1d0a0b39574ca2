/** The place of the button in a contender's page. */
export const box = document.querySelector<HTMLElement>('#pay') ?? document.body;

/** The order that every contender sells. */
export const goods = { label: 'Levada seed house', country: 'UA', currency: 'UAH', price: '30.00' };
