import { ApplePay } from '@adyen/adyen-web';
import { start } from '../start.ts';
import { component } from './adyen.ts';

start(component((checkout) => new ApplePay(checkout)));
