import type { Translate } from './translate.ts'

const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent)
const macSigns: Record<string, string> = { Ctrl: '⌘', Alt: '⌥', Shift: '⇧' }

// What other keyboards have printed on them: `Strg`, `Entf`. “Alt” is the same on all, and a word of its own elsewhere.
const isNamed = /^(?!Alt)\w\w/

/** What the keys of `Ctrl+K` are called on the keyboards of the reader's language; on a Mac its own signs. */
export const keyNames = (keys: string, t: Translate): string[] =>
  keys.split('+').map((key) => (mac && macSigns[key]) || (isNamed.test(key) ? t(key) : key))
