import type { Language } from '#contracts/language.ts'
import { parseUnit } from './parse-unit.ts'

/** The units that are not printed by their symbol. */
const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { month: 'month', week: 'week' },
  de: {
    h: 'Std.',
    pcs: 'Stk',
    set: 'Satz',
    pair: 'Paar',
    pers: 'Pers.',
    ls: 'psch',
    wd: 'AT',
    d: 'Tag',
    week: 'Wo',
    month: 'Mt',
  },
}

/** A unit as it is printed where it is named by its code: `unitInWords('m2', 'de')` → `'m²'`, `('pcs', 'de')` → `'Stk'`. */
export function unitInWords(text: string, language: Language): string {
  const read = parseUnit(text)
  if (!read || read.unit.code !== text) return text
  return words[language][text] ?? read.unit.symbol
}
