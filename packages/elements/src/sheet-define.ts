import { install } from './sheet/install.ts';

install();
