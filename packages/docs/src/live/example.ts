import { defineComponent, h, nextTick, onMounted, ref } from 'vue';
import { answers, backendInPage, type Answer } from './backend.ts';

const endings = 'ready unavailable click authorized redirect result cancel error'.split(' ');
const sheetEvents = ['shipping-address-change', 'shipping-option-change', 'coupon-change'];

/**
 * A snippet, running: the real tags, the sandbox's stand-ins for the wallets, and a backend inside the page
 * that answers as the reader chooses. The log shows the tags' events and the backend's requests.
 */
export const LiveExample = defineComponent({
  props: { source: { type: String, required: true } },
  setup(props) {
    const stage = ref<HTMLElement>();
    const answer = ref<Answer>('paid');
    const lines = ref<readonly string[]>([]);
    let orders = 0;
    const log = (line: string): void => {
      lines.value = [...lines.value, line];
    };

    /** New tags with a new order, because a paid order is not offered again. */
    const start = async (): Promise<void> => {
      lines.value = [];
      await loadTags();
      const { content } = Object.assign(document.createElement('template'), {
        innerHTML: decodeURIComponent(props.source),
      });
      const parts = document.importNode(content, true);
      const fetch = backendInPage(() => answer.value, log);
      const number = `${String(Date.now()).slice(-6)}${String((orders += 1))}`;
      for (const tag of parts.querySelectorAll('*')) {
        if (tag.localName.startsWith('wallet-')) Object.assign(tag, { fetch });
        if (tag.hasAttribute('order')) tag.setAttribute('order', `A-${number}`);
      }
      const scripts = Array.from(parts.querySelectorAll('script'));
      for (const script of scripts) script.remove();
      stage.value?.replaceChildren(parts);
      for (const { textContent } of scripts) await run(textContent);
    };

    onMounted(() => {
      for (const name of [...endings, ...sheetEvents]) {
        stage.value?.addEventListener(`wallet-${name}`, (event) => {
          log(described(event));
          // The bank's page of a live example does not exist.
          if (event.type === 'wallet-redirect') event.preventDefault();
        });
      }
      void start();
    });

    return () =>
      h('div', { class: 'live' }, [
        h('div', { class: 'live-stage', ref: stage }),
        h('div', { class: 'live-controls' }, [
          h('label', [
            'The backend answers ',
            h(
              'select',
              {
                value: answer.value,
                onChange: (event: Event) => {
                  answer.value = (event.target as HTMLSelectElement).value as Answer;
                },
              },
              Object.keys(answers).map((name) => h('option', { value: name }, name)),
            ),
          ]),
          h('button', { type: 'button', onClick: () => void nextTick(start) }, 'New order'),
        ]),
        h('div', { class: 'live-log', role: 'log', tabindex: 0 }, lines.value.join('\n')),
      ]);
  },
});

/** The stand-ins come before the tags, which then load no script of a provider. */
async function loadTags(): Promise<void> {
  Object.assign(window, { walletSandboxConfig: { allowedHosts: [location.hostname] } });
  await import('@wallet-buttons/sandbox/wallet-a.js');
  await import('@wallet-buttons/sandbox/wallet-b.js');
  await import('@wallet-buttons/elements/define.js');
}

/** Runs the module of a snippet without its imports, which a blob could not resolve. */
async function run(code: string): Promise<void> {
  const body = code.replaceAll(/^\s*import '@wallet-buttons[^;]*;$/gm, '');
  const url = URL.createObjectURL(new Blob([body], { type: 'text/javascript' }));
  await import(/* @vite-ignore */ url);
  URL.revokeObjectURL(url);
}

/** An event with its fields. */
function described(event: Event): string {
  const { type, outcome, status, reason, error, url, shippingOption, couponCode } = event as Event &
    Readonly<Record<string, unknown>>;
  const { code, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  const said = [outcome, status, reason, code, message, url, shippingOption, couponCode];
  return [type, ...said.filter((value) => typeof value === 'string')].join(' ');
}
