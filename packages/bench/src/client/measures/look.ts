import { products } from '../contenders.ts';
import { rows, type Measure } from '../../measure.ts';
import { mountOne, openReady } from './mounted.ts';
import type { Workbench } from '../workbench.ts';

const readyDelay = 20;

export const look: Measure<Workbench> = {
  id: 'look',
  title: 'A change of colour and locale',
  method: `One button, first another colour, then another locale. The provider's answer on readiness takes ${readyDelay} ms, as over a network. Hidden is the time in which no button could be pressed, looked at after each batch of DOM mutations and in each frame.`,
  columns: {
    createButton: 'createButton',
    clients: 'new clients',
    isReadyToPay: 'isReadyToPay',
    hidden: 'hidden, ms',
    changed: 'look changed',
  },
  run: (bench) =>
    rows(products, async (contender) => {
      await using tab = await openReady(bench, contender);
      await mountOne(tab);
      return await tab.page.evaluate(changeLook, readyDelay);
    }),
};

async function changeLook(delay: number) {
  const { bench } = window;
  bench.readyDelay = delay;
  const box = document.querySelector<HTMLElement>('#pay > div') ?? document.body;
  const { clients, createButton, isReadyToPay } = bench.counts;
  let hidden = 0;
  let since: number | undefined;
  const seen = () => {
    const now = performance.now();
    if (since !== undefined) hidden += now - since;
    since = bench.pressable(box) ? undefined : now;
  };
  const stop = bench.observe(seen);
  let watching = true;
  const frame = () => {
    seen();
    if (watching) requestAnimationFrame(frame);
  };
  frame();
  const before = looks(box);
  for (const next of [
    { color: 'white', locale: 'en' },
    { color: 'white', locale: 'de' },
  ] as const) {
    bench.adapter?.look(box, next);
    await new Promise((go) => setTimeout(go, 300));
  }
  watching = false;
  stop();
  return {
    createButton: bench.counts.createButton - createButton,
    clients: bench.counts.clients - clients,
    isReadyToPay: bench.counts.isReadyToPay - isReadyToPay,
    hidden,
    changed: looks(box) === before ? 'no' : 'yes',
  };

  /** Where a stand-in or a page puts a look: attributes of the button or of its host. */
  function looks(root: Element): string {
    const button = bench.control(root);
    const within = button?.getRootNode();
    const host = within instanceof ShadowRoot ? within.host : undefined;
    return [button, host].map((node) => node?.cloneNode()).reduce<string>(asText, '');
  }
  function asText(text: string, node: Node | undefined) {
    return text + (node instanceof Element ? node.outerHTML : '');
  }
}
