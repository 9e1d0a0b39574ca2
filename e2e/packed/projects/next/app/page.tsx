import { Checkout } from './checkout';

export default function Page() {
  const basket = [{ label: 'Poppy', amount: '199.90' }];
  return <Checkout order={{ id: 'A-1001', amount: '199.90', currency: 'UAH' }} basket={basket} />;
}
