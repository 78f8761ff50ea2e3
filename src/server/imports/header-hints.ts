/** What a column's name says about it, in the words construction companies use (English, German, French, Spanish, Dutch, Nordic). */
export interface HeaderHint {
  money: boolean
  percent: boolean
  date: boolean
  count: boolean
  code: boolean
  name: boolean
  phone: boolean
  currency?: string
  unit?: string
  /** The header without the unit in brackets. */
  label: string
}

const words = (text: string): RegExp => new RegExp(`(^|[^a-z])(${text})($|[^a-z])`, 'i')

const money = words(
  'price|prices|cost|costs|rate|amount|value|fee|budget|total|subtotal|sum|preis|einheitspreis|gesamtpreis|kosten|betrag|summe|ep|gp|ek|vk|netto|brutto|lohn|prix|cout|montant|precio|coste|importe|prijs|kosten|pris|belop|salary|wage|net|gross',
)
const percent = words(
  'percent|prozent|pct|share|anteil|vat|mwst|ust|tva|iva|btw|discount|rabatt|markup|margin|aufschlag|zuschlag|waste|verschnitt',
)
const date = words(
  'date|datum|day|tag|from|to|von|bis|start|end|ende|beginn|due|faellig|fällig|deadline|termin|fecha|valid|created|updated|at',
)
const count = words(
  'count|counts|number|anzahl|variants|qty|quantity|menge|stueck|stück|usage|uses|items|days|hours|tage|stunden|year|jahr|pos|position|level|rank|order|id|nr|no|age',
)
const code = words(
  'code|key|id|sku|nr|no|nummer|number|article|artikel|artikelnummer|artikelnr|item|ref|reference|referenz|kennung|pos|position|barcode|ean|gtin|oz|uuid|guid|serial',
)
const name = words(
  'name|title|titel|bezeichnung|label|designation|nombre|nom|naam|navn|kurztext|subject|betreff|product|produkt|material',
)
const phone = words('phone|tel|telefon|telephone|mobile|mobil|handy|fax|telefono')

const currencies: Record<string, string> = {
  '€': 'EUR',
  eur: 'EUR',
  euro: 'EUR',
  usd: 'USD',
  $: 'USD',
  gbp: 'GBP',
  '£': 'GBP',
  chf: 'CHF',
  sek: 'SEK',
  nok: 'NOK',
  dkk: 'DKK',
  pln: 'PLN',
  czk: 'CZK',
}

/** The currency a text names by sign or code: `12,50 €` → EUR. */
export function currencyIn(text: string): string | undefined {
  const found = /€|\$|£|(?<![a-z])(eur|euro|usd|gbp|chf|sek|nok|dkk|pln|czk)(?![a-z])/i.exec(text)
  return found ? currencies[found[0].toLowerCase()] : undefined
}

const bracketed = /\s*[[(]([^\])]{1,20})[\])]\s*$/

/** Reads the hints of a header: `Price (EUR/m²)` → money, currency EUR, label `Price`. */
export function headerHint(header: string): HeaderHint {
  const spaced = header.replaceAll('_', ' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2')
  const unit = bracketed.exec(spaced)?.[1]?.trim()
  const currency = currencyIn(spaced)
  return {
    money: money.test(spaced) || currency !== undefined,
    percent: percent.test(spaced) || spaced.includes('%'),
    date: date.test(spaced),
    count: count.test(spaced),
    code: code.test(spaced),
    name: name.test(spaced),
    phone: phone.test(spaced),
    label: unit === undefined ? header.trim() : header.replace(bracketed, '').trim() || header.trim(),
    ...(currency === undefined ? {} : { currency }),
    ...(unit === undefined || currency !== undefined || unit.includes('%') ? {} : { unit }),
  }
}
