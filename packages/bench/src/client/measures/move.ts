import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { mountOne, openReady } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

export const move: Measure<Workbench> = {
  id: 'move',
  title: 'A move in the DOM',
  method:
    'The node that the contender put on the page is appended to another parent. A page whose button is its own moves it without anybody noticing.',
  columns: {
    createButton: 'createButton',
    clients: 'new clients',
    isReadyToPay: 'isReadyToPay',
    works: 'opens a sheet after it',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      await using tab = await openReady(bench, contender);
      await mountOne(tab);
      return await tab.page.evaluate(async () => {
        const { counts, control, presses } = window.bench;
        const { clients, createButton, isReadyToPay } = counts;
        const to = document.createElement('section');
        document.body.append(to);
        to.append(...(document.querySelector('#pay > div')?.children ?? []));
        await new Promise((go) => setTimeout(go, 200));
        control(to)?.click();
        await new Promise((go) => setTimeout(go, 50));
        return {
          createButton: counts.createButton - createButton,
          clients: counts.clients - clients,
          isReadyToPay: counts.isReadyToPay - isReadyToPay,
          works: presses.length ? 'yes' : 'no',
        };
      });
    }),
};
