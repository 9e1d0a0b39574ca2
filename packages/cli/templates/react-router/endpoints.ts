import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { wallet } from './start.server';

export const loader = ({ request }: LoaderFunctionArgs) => wallet.handle(request);
export const action = ({ request }: ActionFunctionArgs) => wallet.handle(request);
