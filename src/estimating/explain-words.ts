import type { Language } from '#contracts/language.ts'
import type { ItemType } from '#contracts/catalogue.ts'
import { sourceInWords } from './price-note.ts'
import { unitInWords } from './unit-words.ts'

/** The sentences of an explanation. Amounts come with their currency, quantities with their unit. */
export interface ExplainWords {
  type: Record<ItemType | 'direct', string>
  rate(amount: string, unit: string): string
  noRate: string
  /** `0.24 m * 1.05 = 0.252 m³` */
  taken(numbers: string, result: string): string
  waste(percent: string): string
  times(factor: string): string
  together(result: string): string
  whatIfQuantity(result: string): string
  price(unitPrice: string, per: string): string
  noPrice: string
  fixed: string
  quote: string
  whatIfPrice: string
  /** Of an item that is no longer to be used; `by`: what replaces it. */
  outdated(by: string | null): string
  discount(percent: string, listPrice: string): string
  validity(from: string | null, to: string | null, source: string): string
  percent(percent: string, of: string, base: string | null): string
  crew: string
  skipped(condition: string): string
  /** Formulas and quantities, with the reader's decimal mark: `0,24 m * 1,05`. */
  numbers(text: string): string
  /** A unit that is named by its code: `Stk`. */
  unit(text: string): string
  /** An amount with two digits at least, in groups of three: `1.234,50 EUR`. */
  money(amount: string, currency: string): string
}

/** As many digits as there are, two at least. */
function grouped(amount: string, point: string, group: string): string {
  const [whole = '', fraction = ''] = amount.replace(/(\.\d*?)0+$/, '$1').split('.')
  return whole.replaceAll(/\B(?=(\d{3})+$)/g, group) + point + fraction.padEnd(2, '0')
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

const dayIn = {
  en: (iso: string): string =>
    `${Number(iso.slice(8, 10))} ${months[Number(iso.slice(5, 7)) - 1]} ${iso.slice(0, 4)}`,
  de: (iso: string): string => `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`,
}

const withComma = (text: string): string => text.replaceAll(/(\d)\.(\d)/g, '$1,$2')

export const explainWords: Record<Language, ExplainWords> = {
  en: {
    type: {
      labour: 'labour',
      material: 'material',
      equipment: 'equipment',
      subcontract: 'subcontract',
      other: 'other',
      direct: 'direct cost',
    },
    rate: (amount, unit) => `${amount} for 1 ${unit}`,
    noRate: 'no rate: something is missing',
    taken: (numbers, result) => (numbers === '' ? result : `${numbers} = ${result}`),
    waste: (percent) => `plus ${percent} % waste`,
    times: (factor) => `${factor} times`,
    together: (result) => `together ${result}`,
    whatIfQuantity: (result) => `what if: ${result}`,
    price: (unitPrice, per) => `at ${unitPrice} per ${per}`,
    noPrice: 'no price',
    fixed: 'fixed in the recipe',
    quote: 'a quote',
    whatIfPrice: 'what if',
    outdated: (by) => `no longer to be used${by === null ? '' : `, replaced by ${by}`}`,
    discount: (percent, listPrice) => `${listPrice} less ${percent} %`,
    validity: (from, to, source) =>
      [
        from && `from ${dayIn.en(from)}`,
        to && `to ${dayIn.en(to)}`,
        sourceInWords(source, { byHand: 'typed by hand', numbers: (text) => text }),
      ]
        .filter((part) => part)
        .join(', '),
    percent: (percent, of, base) => `${percent} % of ${of}${base === null ? '' : ` (${base})`}`,
    crew: 'Crew',
    skipped: (condition) => `left out, as this does not hold: ${condition}`,
    numbers: (text) => text,
    unit: (text) => unitInWords(text, 'en'),
    money: (amount, currency) => `${grouped(amount, '.', ',')} ${currency}`,
  },
  de: {
    type: {
      labour: 'Lohn',
      material: 'Material',
      equipment: 'Gerät',
      subcontract: 'Nachunternehmer',
      other: 'Sonstiges',
      direct: 'direkte Kosten',
    },
    rate: (amount, unit) => `${amount} für 1 ${unit}`,
    noRate: 'kein Preis: es fehlt etwas',
    taken: (numbers, result) => (numbers === '' ? result : `${numbers} = ${result}`),
    waste: (percent) => `zuzüglich ${percent} % Verschnitt`,
    times: (factor) => `${factor}-fach`,
    together: (result) => `zusammen ${result}`,
    whatIfQuantity: (result) => `was wäre, wenn: ${result}`,
    price: (unitPrice, per) => `zu ${unitPrice} je ${per}`,
    noPrice: 'kein Preis',
    fixed: 'fest im Rezept',
    quote: 'ein Angebot',
    whatIfPrice: 'was wäre, wenn',
    outdated: (by) => `soll nicht mehr verwendet werden${by === null ? '' : `, ersetzt durch ${by}`}`,
    discount: (percent, listPrice) => `${listPrice} abzüglich ${percent} %`,
    validity: (from, to, source) =>
      [
        from && `ab ${dayIn.de(from)}`,
        to && `bis ${dayIn.de(to)}`,
        sourceInWords(source, { byHand: 'von Hand', numbers: withComma }),
      ]
        .filter((part) => part)
        .join(', '),
    percent: (percent, of, base) => `${percent} % von ${of}${base === null ? '' : ` (${base})`}`,
    crew: 'Kolonne',
    skipped: (condition) => `entfällt, weil dies nicht gilt: ${condition}`,
    numbers: withComma,
    unit: (text) => unitInWords(text, 'de'),
    money: (amount, currency) => `${grouped(amount, ',', '.')} ${currency}`,
  },
}
