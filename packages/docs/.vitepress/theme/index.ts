import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { LiveExample } from '../../src/live/example.ts';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('LiveExample', LiveExample);
  },
} satisfies Theme;
