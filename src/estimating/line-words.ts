import type { Language } from '#contracts/language.ts'
import type { RolledLine } from './roll-up-line.ts'

/** The words of an explanation that only lines need. */
export interface LineWords {
  rate: string
  rateFrom: Record<RolledLine['rateFrom'], string>
  noRate: string
  lumpSum: string
  adjustment: string
  discount(percent: string): string
}

export const lineWords: Record<Language, LineWords> = {
  en: {
    rate: 'Rate',
    rateFrom: {
      resources: 'the sum of what is below',
      manual: 'typed',
      override: 'typed instead of the sum of what is below',
      none: 'something has no price',
    },
    noRate: 'no rate: a price is missing',
    lumpSum: 'lump sum',
    adjustment: 'Difference to the typed rate',
    discount: (percent) => `less ${percent} %`,
  },
  de: {
    rate: 'Einheitspreis',
    rateFrom: {
      resources: 'die Summe von dem, was darunter steht',
      manual: 'eingetippt',
      override: 'eingetippt statt der Summe von dem, was darunter steht',
      none: 'etwas hat keinen Preis',
    },
    noRate: 'kein Einheitspreis: ein Preis fehlt',
    lumpSum: 'pauschal',
    adjustment: 'Unterschied zum eingetippten Preis',
    discount: (percent) => `abzüglich ${percent} %`,
  },
}
