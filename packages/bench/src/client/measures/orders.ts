import { openTab, within } from '../browser.ts';
import { contenders, type Contender } from '../contenders.ts';
import type { Measure, Row } from '../../measure.ts';
import { providerHosts } from '../site.ts';
import type { Workbench } from '../workbench.ts';

/** The names of the columns; each is one way in which a page can set up a button. */
const orders = {
  requestFirst: 'request before connect',
  requestLast: 'request after connect',
  definedFirst: 'in the markup after define',
  definedLast: 'in the markup before define',
  attributes: 'attributes only',
  beforeUpgrade: 'properties before upgrade',
  moved: 'moved while the script loads',
  retried: 'script failed, retried',
} as const;
type Order = keyof typeof orders;

interface Tag {
  readonly id: string;
  readonly tag: string;
  readonly attributes: string;
  readonly request: object;
  /** Whether the attributes are the whole request. */
  readonly attributesSuffice: boolean;
}

/** How the request gets to a tag. Only a kit that is a custom element leaves the order to the page. */
const tags: readonly Tag[] = [
  {
    id: 'ours-b',
    tag: 'wallet-b-button',
    attributes:
      'order="A-1" amount="30.00" currency="UAH" country="UA" label="shop" gateway="examplegateway" gateway-merchant-id="exampleMerchant"',
    request: {
      order: 'A-1',
      amount: '30.00',
      currency: 'UAH',
      country: 'UA',
      label: 'shop',
      gateway: 'examplegateway',
      gatewayMerchantId: 'exampleMerchant',
    },
    attributesSuffice: true,
  },
  {
    id: 'ours-a',
    tag: 'wallet-a-button',
    attributes: 'order="A-1" amount="30.00" currency="UAH" country="UA" label="shop"',
    request: { order: 'A-1', amount: '30.00', currency: 'UAH', country: 'UA', label: 'shop' },
    attributesSuffice: true,
  },
  {
    id: 'google-element',
    tag: 'google-pay-button',
    attributes: 'environment="TEST"',
    request: {
      environment: 'TEST',
      paymentRequest: {
        apiVersion: 2,
        apiVersionMinor: 0,
        allowedPaymentMethods: [],
        merchantInfo: { merchantId: 'merchant', merchantName: 'shop' },
        transactionInfo: { totalPrice: '30.00', totalPriceStatus: 'FINAL', currencyCode: 'UAH' },
      },
    },
    attributesSuffice: false,
  },
];

export const order: Measure<Workbench> = {
  id: 'orders',
  title: 'Set-up orders',
  method:
    'The same tag set up in eight orders; yes means a button that opens a sheet within two seconds. The request of the other element is a property, so for its attributes-only order that one is set last. Only elements leave the order to the page, so the other kits have no row. The last column: how often the provider script is fetched when the page already has its tag.',
  columns: { ...orders, shown: 'shown', fetched: 'script fetched' },
  async run(bench) {
    const all: Row[] = [];
    for (const tag of tags) {
      const contender = contenders.find(({ id }) => id === tag.id);
      if (!contender) continue;
      const figures: Record<string, string | number> = {};
      for (const name of Object.keys(orders) as Order[]) {
        const scriptless = contender.wallet === 'A' && (name === 'retried' || name === 'moved');
        figures[name] = scriptless ? 'no script' : await shows(bench, contender, tag, name);
      }
      const asked = Object.values(figures).filter((each) => each !== 'no script');
      const shown = asked.filter((each) => each === 'yes').length;
      const fetched = await fetches(bench, contender, tag);
      const { id, name, wallet } = contender;
      all.push({
        contender: id,
        name,
        wallet,
        figures: {
          ...figures,
          shown: `${shown} of ${asked.length}`,
          missing: asked.length - shown,
          fetched,
        },
      });
    }
    return all;
  },
};

async function shows(
  { browser, site }: Workbench,
  contender: Contender,
  tag: Tag,
  name: Order,
): Promise<'yes' | 'no'> {
  site.delay = 20;
  await using tab = await openTab(browser, contender, { path: 'bare' });
  if (name === 'retried') site.failing.add(providerHosts.B);
  const script = `/js/${contender.source}.js`;
  try {
    await tab.page.evaluate(setUp, { ...tag, name, script });
    const works = tab.page.evaluate(async () => {
      const box = document.querySelector('#pay') ?? document.body;
      await window.bench.whenPressable([box]);
      window.bench.control(box)?.click();
      await new Promise((go) => setTimeout(go, 50));
      return window.bench.presses.length > 0;
    });
    return (await within(2_000, 'no button', works)) ? 'yes' : 'no';
  } catch {
    return 'no';
  } finally {
    site.failing.clear();
  }
}

async function fetches(
  { browser, site }: Workbench,
  contender: Contender,
  tag: Tag,
): Promise<number | string> {
  if (contender.wallet === 'A') return 'no script';
  await using tab = await openTab(browser, contender, { path: 'bare' });
  site.asked.length = 0;
  await tab.page.evaluate((host) => {
    const script = document.createElement('script');
    script.src = `https://${host}/gp/p/js/pay.js`;
    document.head.append(script);
  }, providerHosts.B);
  const script = `/js/${contender.source}.js`;
  await tab.page.evaluate(setUp, { ...tag, name: 'requestLast' as const, script });
  await tab.page.waitForTimeout(500);
  const tags = await tab.page.evaluate(() => document.querySelectorAll('script[src*=pay]').length);
  return Math.max(tags, site.asked.filter((url) => url.startsWith(providerHosts.B)).length);
}

/** Runs in the page. */
async function setUp({
  name,
  script,
  tag,
  attributes,
  attributesSuffice,
  request,
}: Tag & { readonly name: Order; readonly script: string }): Promise<void> {
  const box = document.querySelector('#pay') ?? document.body;
  const define = () => import(script) as Promise<unknown>;
  const rest = () => new Promise((go) => setTimeout(go, 10));
  const create = () => document.createElement(tag);
  const markUp = () => {
    box.innerHTML = `<${tag} ${attributes}></${tag}>`;
  };
  const complete = () => {
    const element = box.querySelector(tag);
    if (element && !attributesSuffice) Object.assign(element, request);
  };

  if (name === 'definedLast') {
    markUp();
    complete();
    await define();
  } else if (name === 'beforeUpgrade') {
    const element = Object.assign(create(), request);
    box.append(element);
    await rest();
    await define();
  } else if (name === 'definedFirst' || name === 'attributes') {
    await define();
    markUp();
    if (name === 'attributes') await rest();
    complete();
  } else if (name === 'requestFirst') {
    await define();
    box.append(Object.assign(create(), request));
  } else if (name === 'requestLast') {
    await define();
    const element = create();
    box.append(element);
    await rest();
    Object.assign(element, request);
  } else {
    await define();
    const element = Object.assign(create(), request);
    box.append(element);
    await rest();
    if (name === 'moved') {
      const elsewhere = document.createElement('section');
      box.append(elsewhere);
      elsewhere.append(element);
    } else {
      await new Promise((go) => setTimeout(go, 300));
      // Each in the way it offers: a method, or being put there again.
      if ('reload' in element && typeof element.reload === 'function') {
        (element.reload as () => void).call(element);
      } else {
        element.remove();
        box.append(element);
      }
    }
  }
}
