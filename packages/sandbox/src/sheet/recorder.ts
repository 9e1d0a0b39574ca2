import type { WalletCall } from '../settings/wallet-call.ts';
import {
  applyProfile,
  defaultSettings,
  type WalletProfile,
  type WalletSettings,
} from '../settings/wallet-settings.ts';
import { later } from './later.ts';
import { closedSheet, type SheetControl } from './sheet-control.ts';

export type { WalletCall, WalletProfile, WalletSettings };

/** Time as the stand-ins see it. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, milliseconds: number): number;
  clearTimeout(timer: number): void;
}

/** `window.walletSandbox`: the calls so far, and the settings. Both wallets of a page share one. */
export interface WalletSandbox {
  /** Every call, oldest first. */
  readonly calls: readonly WalletCall[];
  readonly settings: WalletSettings;
  /** Replaceable, so that a test can move time; the default reads `window`'s timers at each use. */
  clock: Clock;
  /** The open sheet, or a control whose state is `closed`. */
  sheet: SheetControl;
  /** Changes the settings that the profile names, from the next call on. */
  configure(profile: WalletProfile): void;
  /** Forgets the calls and goes back to the settings that the page started with. */
  reset(): void;
  /** For the stand-ins: records a call. */
  record(wallet: WalletCall['wallet'], api: string, ...args: readonly unknown[]): void;
  /** For the stand-ins: the browser's present state of the payer's gesture. */
  gesture(): Pick<WalletCall, 'userActivation' | 'sameTask'>;
}

declare global {
  interface Window {
    walletSandbox?: WalletSandbox;
    /** A profile that an init script sets before the stand-ins load, so that it survives a reload. */
    walletSandboxConfig?: WalletProfile;
    /** A test's function that gets every call, so that calls outlive a navigation. */
    walletSandboxReport?: (call: WalletCall) => unknown;
  }
}

/** Host of the sheet's shadow root. */
export const sheetTag = 'wallet-sandbox-sheet';

/** The page's recorder; the first wallet script creates it, the second finds it. */
export function openRecorder(): WalletSandbox {
  return (window.walletSandbox ??= createRecorder());
}

/** The class field that marks a global as a stand-in, so that loading a script twice changes nothing. */
export const standIn: unique symbol = Symbol.for('wallet-buttons.sandbox');

function createRecorder(): WalletSandbox {
  const calls: WalletCall[] = [];
  const inGestureTask = trackGestures();
  const initial = applyProfile(defaultSettings, window.walletSandboxConfig ?? {});
  let settings = initial;
  return {
    calls,
    get settings() {
      return settings;
    },
    clock: {
      now: () => performance.now(),
      setTimeout: (run, milliseconds) => window.setTimeout(run, milliseconds),
      clearTimeout: (timer) => {
        window.clearTimeout(timer);
      },
    },
    sheet: closedSheet,
    configure(profile) {
      settings = applyProfile(settings, profile);
    },
    reset() {
      calls.length = 0;
      settings = initial;
    },
    record(wallet, api, ...args) {
      const call = {
        wallet,
        api,
        args: args.map((arg) => copy(arg)),
        at: this.clock.now(),
        ...this.gesture(),
      };
      calls.push(call);
      window.walletSandboxReport?.(call);
    },
    gesture: () => ({
      userActivation: hasUserActivation() ?? inGestureTask(),
      sameTask: inGestureTask(),
    }),
  };
}

const gestureEvents = ['click', 'mousedown', 'mouseup', 'pointerup', 'touchend', 'keydown'];

function trackGestures(): () => boolean {
  let inTask = false;
  const listen = (event: Event): void => {
    // A press in the sheet is a gesture to the wallet, not to the page.
    if (!event.isTrusted || isSheet(event.target)) return;
    inTask = true;
    later(() => {
      inTask = false;
    });
  };
  for (const type of gestureEvents) window.addEventListener(type, listen, { capture: true });
  return () => inTask;
}

function isSheet(target: EventTarget | null): boolean {
  return target instanceof Element && target.localName === sheetTag;
}

/** Safari before 16.4 has no `navigator.userActivation`. */
function hasUserActivation(): boolean | undefined {
  return (navigator as Partial<Navigator>).userActivation?.isActive;
}

const secretMembers = new Set(['token', 'paymentData', 'tokenizationData']);

function copy(value: unknown, depth = 0): unknown {
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 8) return '[deep]';
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const kind = Object.prototype.toString.call(value);
  if (kind !== '[object Object]') return kind;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      secretMembers.has(name) ? '[token]' : copy(member, depth + 1),
    ]),
  );
}
