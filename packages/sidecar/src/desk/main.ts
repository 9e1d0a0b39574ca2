/** The desk: a page for the people of the shop, over the private API. */
import { DeskPage } from './desk-page.ts';

const root = document.createElement('div');
root.className = 'desk';
document.body.append(root);
void new DeskPage(root).start();
