import { createApp } from 'vue';
import Checkout from './Checkout.vue';

createApp(Checkout, { order: 'A-1001', amount: '199.90' }).mount('#root');
