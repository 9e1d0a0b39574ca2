import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { WalletAButton, WalletBButton, WalletButtons, WalletPaymentStatus } from '../src/index.ts';
import type { vscodeData, webTypes } from '../editor-data.ts';
import type { Manifest } from '../manifest.ts';

const json = (file: string): unknown =>
  JSON.parse(readFileSync(new URL(`../${file}.json`, import.meta.url), 'utf8'));
// The build has written them.
const manifest = json('custom-elements') as Manifest;
const vscode = (json('vscode.html-custom-data') as ReturnType<typeof vscodeData>).tags;
const webTypesTags = (json('web-types') as ReturnType<typeof webTypes>).contributions.html.elements;
const declarations = manifest.modules.flatMap((module) => module.declarations);
const namesOf = (list: readonly { readonly name?: string | undefined }[] = []) =>
  list.map(({ name }) => name);

describe('what editors show', () => {
  it('is a manifest as its schema has it', () => {
    const require = createRequire(import.meta.resolve('@custom-elements-manifest/analyzer'));
    const schema = require('custom-elements-manifest/schema.json') as object;
    const ajv = new Ajv({ strict: false });
    assert.ok(ajv.validate(schema, manifest), ajv.errorsText());
  });

  for (const [tag, element] of [
    ['wallet-a-button', WalletAButton],
    ['wallet-b-button', WalletBButton],
    ['wallet-buttons', WalletButtons],
    ['wallet-payment-status', WalletPaymentStatus],
  ] as const) {
    const inManifest = declarations.find(({ tagName }) => tagName === tag);
    const inVscode = vscode.find(({ name }) => name === tag);
    const inWebTypes = webTypesTags.find(({ name }) => name === tag);
    const attributes = element.observedAttributes.toSorted();

    it(`<${tag}> is each attribute of its class, and no other`, () => {
      assert.ok(attributes.includes('order'));
      for (const list of [inManifest, inVscode, inWebTypes]) {
        assert.deepEqual(namesOf(list?.attributes).toSorted(), attributes);
      }
    });

    it(`<${tag}> is what each attribute is for`, () => {
      for (const { name, description } of inVscode?.attributes ?? []) assert.ok(description, name);
    });

    it(`<${tag}> is what each event is for, and the class of its object`, () => {
      assert.ok(namesOf(inManifest?.events).includes('wallet-result'));
      for (const { name, type, description } of inManifest?.events ?? []) {
        assert.ok(description, name);
        assert.match(type?.text ?? '', /^Wallet\w+Event$/);
      }
      assert.deepEqual(
        inWebTypes?.js.events?.map(({ description }) => description),
        inManifest?.events?.map(({ description }) => description),
      );
    });

    it(`<${tag}> is each property of its class`, () => {
      const properties = namesOf(inWebTypes?.js.properties);
      for (const property of element.elementProperties.keys()) {
        assert.ok(properties.includes(String(property)), String(property));
      }
    });

    it(`<${tag}> is the same events, slots and styles in the manifest and in web-types`, () => {
      assert.deepEqual(namesOf(inWebTypes?.js.events), namesOf(inManifest?.events));
      assert.deepEqual(namesOf(inWebTypes?.slots), namesOf(inManifest?.slots));
      assert.deepEqual(namesOf(inWebTypes?.css.parts), namesOf(inManifest?.cssParts));
      assert.deepEqual(namesOf(inWebTypes?.css.properties), namesOf(inManifest?.cssProperties));
    });
  }

  it('is named in package.json and is in the tarball', () => {
    const {
      customElements,
      'web-types': forJetBrains,
      files,
    } = json('package') as Readonly<Record<string, unknown>>;
    assert.equal(customElements, 'custom-elements.json');
    assert.equal(forJetBrains, './web-types.json');
    for (const file of ['custom-elements', 'vscode.html-custom-data', 'web-types']) {
      assert.ok(Array.isArray(files) && files.includes(`${file}.json`), file);
    }
  });

  it('the words that an attribute takes', () => {
    const words = (tag: string, attribute: string) => {
      const attributes = vscode.find(({ name }) => name === tag)?.attributes;
      return namesOf(attributes?.find(({ name }) => name === attribute)?.values);
    };
    assert.deepEqual(words('wallet-b-button', 'environment').toSorted(), ['PRODUCTION', 'TEST']);
    assert.deepEqual(words('wallet-buttons', 'total-status').toSorted(), ['estimated', 'final']);
    const checks = readFileSync(new URL('../src/development/checks.ts', import.meta.url), 'utf8');
    const [, known = ''] = /'button-type':\s+'([^']+)'/.exec(checks) ?? [];
    assert.deepEqual(words('wallet-a-button', 'button-type').toSorted(), known.split(' ').sort());
    assert.deepEqual(words('wallet-a-button', 'order'), []);
  });
});
