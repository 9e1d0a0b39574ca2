import { wallet } from './start.server';

export const loader = ({ request }) => wallet.handle(request);
export const action = ({ request }) => wallet.handle(request);
