import { decimal, isDecimalText, roundHalfUp } from '#base/decimal.ts'

/** One line of the estimate on the landing page. Amounts are decimal texts in EUR. */
export interface SheetLine {
  position: string
  /** Translation key. */
  item: string
  quantity: string
  unit: string
  cost: string
  price: string
}

export const sheetLines: readonly SheetLine[] = [
  {
    position: '01.010',
    item: 'Strip foundations, concrete C25/30',
    quantity: '24.60',
    unit: 'm³',
    cost: '152.80',
    price: '186.40',
  },
  {
    position: '01.020',
    item: 'Ground slab 20 cm, reinforced',
    quantity: '212.00',
    unit: 'm²',
    cost: '61.35',
    price: '74.85',
  },
  {
    position: '02.010',
    item: 'Masonry wall 24 cm, sand-lime brick',
    quantity: '168.50',
    unit: 'm²',
    cost: '75.50',
    price: '92.10',
  },
  {
    position: '03.010',
    item: 'Timber roof, rafters C24',
    quantity: '286.00',
    unit: 'm²',
    cost: '97.30',
    price: '118.70',
  },
  {
    position: '04.010',
    item: 'Window, timber and aluminium',
    quantity: '18',
    unit: 'pcs',
    cost: '608.20',
    price: '742.00',
  },
]

/** What was typed as a quantity, as a decimal text; null when it is none, or not a sensible one. */
export function readQuantity(typed: string): string | null {
  const text = typed.trim().replace(',', '.')
  return isDecimalText(text) && decimal(text).gte(0) && decimal(text).lt(1_000_000) ? text : null
}

/** Quantity times price of one line, exactly, to the cent. */
export const lineTotal = ({ quantity, price }: Pick<SheetLine, 'quantity' | 'price'>): string =>
  roundHalfUp(decimal(quantity).times(price), 2)

/** The sum of the rounded lines: what a reader gets who adds up the column. */
export const sheetTotal = (lines: readonly SheetLine[]): string =>
  roundHalfUp(
    lines.reduce((sum, line) => sum.plus(lineTotal(line)), decimal(0)),
    2,
  )

/** What is left over cost, in percent of the price with one digit. */
export function sheetMargin(lines: readonly SheetLine[]): string {
  const price = decimal(sheetTotal(lines))
  if (price.eq(0)) return '0.0'
  const cost = lines.reduce((sum, line) => sum.plus(decimal(line.quantity).times(line.cost)), decimal(0))
  return roundHalfUp(price.minus(cost).div(price).times(100), 1)
}
