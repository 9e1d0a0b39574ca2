import { defineComponent, h } from 'vue';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { LiveExample } from '../../src/live/example.ts';
import { NotFound } from './not-found.ts';
import { keepChosenTabs } from './tabs.ts';
import './colours.css';
import './type.css';
import './home.css';
import './blocks.css';
import './tables.css';
import './print.css';

export default {
  extends: DefaultTheme,
  Layout: defineComponent(() => {
    keepChosenTabs();
    return () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) });
  }),
  enhanceApp: ({ app }) => {
    app.component('LiveExample', LiveExample);
  },
} satisfies Theme;
