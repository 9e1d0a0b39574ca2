import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const recipe = readFileSync(new URL('../../../docs/recipes/wordpress.md', import.meta.url), 'utf8');
const [, code = ''] = /```php\n<\?php([^]*?)```/.exec(recipe) ?? [];

/** The functions of WordPress that the recipe calls, as far as it needs them. */
const wordpress = `
  $hooks = [];
  function add_action($name, $run) { global $hooks; $hooks[$name] = $run; }
  function add_filter($name, $run) { global $hooks; $hooks[$name] = $run; }
  function add_shortcode($name, $run) { global $hooks; $hooks[$name] = $run; }
  function is_page($name) { global $page; return $name === $page; }
  function get_theme_file_uri($file) { return "https://shop.example/theme/$file"; }
  function get_bloginfo($what) { return 'Levada "seeds" & more'; }
  function esc_attr($text) { return htmlspecialchars($text, ENT_QUOTES); }
  function shop_order() { return ['reference' => 'A-1001', 'amount' => '199.90']; }
  $scripts = [];
  function wp_enqueue_script($name, $src, $after, $version, $options) {
    global $scripts;
    $scripts[$name] = [$src, $version, $options];
  }`;

interface Page {
  readonly scripts: Readonly<Record<string, readonly unknown[]>>;
  readonly preloads: readonly unknown[];
  readonly tags: string;
}

/** What the recipe adds to a page of WordPress. */
function added(page: string): Page {
  const program = `${wordpress}\n$page = '${page}';\n${code}
    $hooks['wp_enqueue_scripts']();
    echo json_encode([
      'scripts' => (object) $scripts,
      'preloads' => $hooks['wp_preload_resources']([['href' => 'https://shop.example/theme.css']]),
      'tags' => $hooks['wallet_buttons'](),
    ]);`;
  return JSON.parse(execFileSync('php', ['-r', program], { encoding: 'utf8' })) as Page;
}

describe('the recipe for WordPress', () => {
  it('adds the script and both preload lines to the page of the checkout', () => {
    const { scripts, preloads } = added('checkout');
    const file = 'https://shop.example/theme/wallet-buttons.js';
    assert.deepEqual(scripts, { 'wallet-buttons': [file, '0.1.0', { strategy: 'defer' }] });
    const apple = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
    assert.deepEqual(preloads, [
      { href: 'https://shop.example/theme.css' },
      { href: 'https://pay.google.com/gp/p/js/pay.js', as: 'script' },
      { href: apple, as: 'script', crossorigin: 'anonymous' },
    ]);
  });

  it('adds nothing to another page', () => {
    const { scripts, preloads } = added('blog');
    assert.deepEqual(scripts, {});
    assert.deepEqual(preloads, [{ href: 'https://shop.example/theme.css' }]);
  });

  it('writes the order into the tags, and escapes what it is called', () => {
    const { tags } = added('checkout');
    assert.match(tags, /<wallet-buttons order="A-1001" amount="199.90" /);
    assert.match(tags, / label="Levada &quot;seeds&quot; &amp; more">/);
  });
});
