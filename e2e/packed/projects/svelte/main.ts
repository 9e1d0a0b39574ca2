import { mount } from 'svelte';
import Checkout from './Checkout.svelte';

const props = { order: 'A-1001', amount: '199.90' };
mount(Checkout, { target: document.querySelector('#root')!, props });
