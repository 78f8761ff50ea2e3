import { decimal, decimalText } from '#base/decimal.ts'
import { parseUnit } from '#estimating/parse-unit.ts'
import { itemTypeOf, type ReadItemType } from './item-type-of.ts'
import { priceBookWords, type PriceBookPart } from './price-book-columns.ts'
import { Refused, type Row } from './price-book-row.ts'
import { given } from './read-price.ts'

/** What a row says of its item, each value only where it is written. `supplier` is a name or a number. */
export type WrittenItem = Readonly<Record<string, string>>

/** The item that an earlier line of the file said first. */
export interface EarlierItem {
  row: number
  item: WrittenItem
}

/** What kind of item a row says; null where it does not. Throws `Refused` for a word nobody knows. */
export function readType(row: Row): ReadItemType | null {
  const text = row.text('type')
  if (text === null) return null
  const type = itemTypeOf(text)
  if (type === null) throw new Refused('“{{text}}” is no type of item.', { text })
  return type
}

/** Units that nobody knows are counted here. */
type UnknownUnits = Map<string, number>

/**
 * Reads what a row says of its item. What a line says of an item that an earlier one named is the same or left empty there:
 * otherwise it throws `Refused`, and so it does for the first line of an item without name or unit.
 */
export function readItem(
  row: Row,
  type: ReadItemType | null,
  earlier: EarlierItem | undefined,
  unknown: UnknownUnits,
): WrittenItem {
  const name = row.text('name')
  if (name === null && !earlier) throw new Refused('There is no name.')
  const said = given({
    name,
    type: type?.type ?? (earlier ? null : 'material'),
    subtype: row.text('subtype') ?? type?.subtype,
    ...readUnit(row, earlier !== undefined, unknown),
    group: row.group,
    description: row.text('description'),
    supplier: row.text('supplier'),
  })
  const other = earlier && Object.keys(said).find((key) => (earlier.item[key] ?? said[key]) !== said[key])
  if (earlier && other !== undefined)
    throw new Refused('“{{part}}” is not the same as in line {{line}}, which has the code {{code}} too.', {
      part: { names: [priceBookWords[partOf[other] ?? 'code']] },
      line: String(earlier.row),
      code: row.text('code') ?? '',
    })
  return said
}

const partOf: Readonly<Record<string, PriceBookPart>> = {
  name: 'name',
  type: 'type',
  subtype: 'subtype',
  unit: 'unit',
  price_basis: 'basis',
  group: 'group',
  description: 'description',
  supplier: 'supplier',
}

interface ReadUnit {
  unit?: string
  price_basis?: string
}

function readUnit(row: Row, follows: boolean, unknown: UnknownUnits): ReadUnit {
  const text = row.text('unit')
  if (text === null) {
    if (!follows) throw new Refused('There is no unit.')
    return given({ price_basis: row.number('basis') })
  }
  const meant = row.reading.units[text] ?? text
  const read = parseUnit(meant)
  if (!read) {
    unknown.set(text, (unknown.get(text) ?? 0) + 1)
    throw new Refused('“{{unit}}” is no unit this workspace knows.', { unit: text })
  }
  const basis = decimal(read.basis).times(row.number('basis') ?? '1')
  if (basis.lte(0)) throw new Refused('A price is for more than nothing.')
  // In the words of the file, without the number: “100 Stück” is “Stück”, for 100 of which the price is.
  const bare = meant.replace(/^\d[\d .,'’\u00a0\u202f]*/u, '')
  return { unit: read.basis === '1' ? meant : bare, price_basis: decimalText(basis) }
}
