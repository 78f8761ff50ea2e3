import { decimal, decimalText } from '#base/decimal.ts'
import type { Row } from '#contracts/query.ts'
import { decimalOf } from '../field/field-traits.ts'

/** A record in its place: columns are the order over time, lanes from top to bottom. */
export interface PlacedRecord {
  row: Row
  id: string
  column: number
  lane: number
  /** Where it was made from, when that is shown too. */
  parent: PlacedRecord | null
  /** How much more it comes to than its origin; null where one of the amounts is missing. */
  change: string | null
}

export interface Lanes {
  records: PlacedRecord[]
  lanes: string[]
}

/** Lanes in the order in which they begin; `rows` come in their order over time. */
export function arrangeLanes(
  rows: readonly Row[],
  keys: { lane: string; parent: string; amount?: string | undefined },
): Lanes {
  const lanes: string[] = []
  const byId = new Map<string, PlacedRecord>()
  const records = rows.map((row, column): PlacedRecord => {
    const name = String(row[keys.lane] ?? '')
    if (!lanes.includes(name)) lanes.push(name)
    const placed = {
      row,
      id: String(row['id']),
      column,
      lane: lanes.indexOf(name),
      parent: null,
      change: null,
    }
    byId.set(placed.id, placed)
    return placed
  })
  for (const record of records) {
    record.parent = byId.get(String(record.row[keys.parent] ?? '')) ?? null
    record.change = changeOf(record, keys.amount)
  }
  return { records, lanes }
}

function changeOf({ row, parent }: PlacedRecord, amount: string | undefined): string | null {
  const [now, before] =
    amount && parent ? [decimalOf(row[amount]), decimalOf(parent.row[amount])] : [null, null]
  return now === null || before === null ? null : decimalText(decimal(now).minus(before))
}
