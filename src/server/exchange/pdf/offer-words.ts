import type { Language } from '#contracts/language.ts'
import type { ItemType } from '#estimating/estimate-document.ts'

interface OfferWords {
  offer: string
  draft: string
  to: string
  date: string
  project: string
  version: string
  validUntil: string
  columns: { number: string; title: string; quantity: string; unit: string; price: string; total: string }
  sumOf: string
  unlisted: string
  sums: {
    lines: string
    unlisted: string
    rounding: string
    net: string
    discount: string
    afterDiscount: string
    vat: (percent: string, base: string) => string
    gross: string
  }
  /** Units whose sign is an English word, by code. */
  marks: Readonly<Partial<Record<ItemType, string>>>
  notCounted: string
  lessDiscount: (percent: string) => string
  terms: string
  content: string
  page: (page: number, of: number) => string
  months: readonly string[] | null
}

/** What is printed on an offer, in the language of whoever it is for. */
export const offerWords: Readonly<Record<Language, OfferWords>> = {
  en: {
    offer: 'Offer',
    draft: 'Draft – not an offer yet',
    to: 'To',
    date: 'Date',
    project: 'Project',
    version: 'Version',
    validUntil: 'Valid until',
    columns: {
      number: 'No.',
      title: 'Description',
      quantity: 'Quantity',
      unit: 'Unit',
      price: 'Unit price',
      total: 'Total',
    },
    sumOf: 'Sum of',
    unlisted: 'Further work, not listed singly',
    sums: {
      lines: 'Sum of all items',
      unlisted: 'Further costs',
      rounding: 'Rounding of unit prices',
      net: 'Net',
      discount: 'Discount',
      afterDiscount: 'Net after discount',
      vat: (percent, base) => `VAT ${percent} % on ${base}`,
      gross: 'Total including VAT',
    },
    marks: {
      optional_with_total: 'Optional',
      optional_without_total: 'Optional',
      alternative: 'Alternative',
      base: 'Base item, alternatives are offered',
      lump_sum: 'Lump sum',
      daywork: 'Daywork',
    },
    notCounted: 'not in the total',
    lessDiscount: (percent) => `less ${percent} % discount`,
    terms: 'Terms',
    content: 'Content',
    page: (page, of) => `Page ${page} of ${of}`,
    months: [
      'January',
      'February',
      'March',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ],
  },
  de: {
    offer: 'Angebot',
    draft: 'Entwurf – noch kein Angebot',
    to: 'An',
    date: 'Datum',
    project: 'Projekt',
    version: 'Version',
    validUntil: 'Gültig bis',
    columns: {
      number: 'Pos.',
      title: 'Bezeichnung',
      quantity: 'Menge',
      unit: 'Einheit',
      price: 'Einheitspreis',
      total: 'Gesamt',
    },
    sumOf: 'Summe',
    unlisted: 'Weitere Leistungen, nicht einzeln aufgeführt',
    sums: {
      lines: 'Summe aller Positionen',
      unlisted: 'Weitere Kosten',
      rounding: 'Rundung der Einheitspreise',
      net: 'Netto',
      discount: 'Nachlass',
      afterDiscount: 'Netto nach Nachlass',
      vat: (percent, base) => `MwSt. ${percent} % auf ${base}`,
      gross: 'Gesamtbetrag inkl. MwSt.',
    },
    marks: {
      optional_with_total: 'Bedarfsposition',
      optional_without_total: 'Bedarfsposition',
      alternative: 'Alternativposition',
      base: 'Grundposition mit Alternativen',
      lump_sum: 'Pauschal',
      daywork: 'Stundenlohnarbeiten',
    },
    notCounted: 'nicht im Gesamtbetrag',
    lessDiscount: (percent) => `abzüglich ${percent} % Nachlass`,
    terms: 'Bedingungen',
    content: 'Inhalt',
    page: (page, of) => `Seite ${page} von ${of}`,
    months: null,
  },
}
