import type { Language } from '#contracts/language.ts'
import type { ItemType, ResourceType } from '#estimating/estimate-document.ts'

interface WorkbookWords {
  lines: string
  resources: string
  about: string
  columns: readonly string[]
  /** The last column: what says which line a row is when the workbook comes back. */
  key: string
  resourceColumns: readonly string[]
  kinds: Readonly<Partial<Record<ItemType, string>>>
  types: Readonly<Record<ResourceType, string>>
  unexplained: string
  sums: {
    direct: string
    net: string
    discount: string
    afterDiscount: string
    vat: (percent: string, base: string) => string
    gross: string
  }
  formulas: string
}

/** The words of a workbook. */
export const workbookWords: Readonly<Record<Language, WorkbookWords>> = {
  en: {
    lines: 'Lines',
    resources: 'Resources',
    about: 'About',
    columns: ['No.', 'Description', 'Kind', 'Quantity', 'Unit', 'Rate', 'Discount', 'Total', 'Counts'],
    key: 'Key',
    resourceColumns: ['Type', 'Code', 'Resource', 'Quantity', 'Unit', 'Hours', 'Price', 'Amount'],
    kinds: {
      optional_with_total: 'Optional, in the total',
      optional_without_total: 'Optional, not in the total',
      base: 'Base of alternatives',
      alternative: 'Alternative',
      lump_sum: 'Lump sum',
      daywork: 'Daywork',
      text: 'Text only',
    },
    types: {
      labour: 'Labour',
      material: 'Material',
      equipment: 'Equipment',
      subcontract: 'Subcontract',
      other: 'Other',
    },
    unexplained: 'Rates that no resource explains',
    sums: {
      direct: 'Direct cost',
      net: 'Net',
      discount: 'Discount',
      afterDiscount: 'Net after discount',
      vat: (percent, base) => `VAT ${percent} % on ${base}`,
      gross: 'Gross',
    },
    formulas:
      'A total is a formula where a spreadsheet comes to the same cent by it. Where binary numbers would round another way, it is the exact value.',
  },
  de: {
    lines: 'Positionen',
    resources: 'Ressourcen',
    about: 'Hinweise',
    columns: ['Pos.', 'Bezeichnung', 'Art', 'Menge', 'Einheit', 'Preis', 'Nachlass', 'Gesamt', 'Zählt'],
    key: 'Schlüssel',
    resourceColumns: ['Art', 'Nummer', 'Ressource', 'Menge', 'Einheit', 'Stunden', 'Preis', 'Betrag'],
    kinds: {
      optional_with_total: 'Bedarfsposition mit Gesamtbetrag',
      optional_without_total: 'Bedarfsposition ohne Gesamtbetrag',
      base: 'Grundposition',
      alternative: 'Alternativposition',
      lump_sum: 'Pauschal',
      daywork: 'Stundenlohnarbeiten',
      text: 'Nur Text',
    },
    types: {
      labour: 'Lohn',
      material: 'Material',
      equipment: 'Geräte',
      subcontract: 'Fremdleistung',
      other: 'Sonstiges',
    },
    unexplained: 'Preise, die keine Ressource erklärt',
    sums: {
      direct: 'Einzelkosten',
      net: 'Netto',
      discount: 'Nachlass',
      afterDiscount: 'Netto nach Nachlass',
      vat: (percent, base) => `MwSt. ${percent} % auf ${base}`,
      gross: 'Brutto',
    },
    formulas:
      'Ein Gesamtbetrag ist eine Formel, wo eine Tabellenkalkulation damit auf denselben Cent kommt. Wo Binärzahlen anders runden würden, steht der genaue Wert.',
  },
}
