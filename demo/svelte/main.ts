import { mount } from 'svelte';
import { openCheckout } from '../shop/opening.ts';
import Checkout from './checkout.svelte';

const target = document.querySelector('#till');
if (target) mount(Checkout, { target, props: { ...(await openCheckout()) } });
