import { createApp } from 'vue';
import { openCheckout } from '../shop/opening.ts';
import Checkout from './checkout.vue';

createApp(Checkout, { ...(await openCheckout()) }).mount('#till');
