/** For the tools that do not read single-file components; `vue-tsc` does, and then this is not asked. */
declare module '*.vue' {
  import type { Component } from 'vue';

  const component: Component;
  export default component;
}
