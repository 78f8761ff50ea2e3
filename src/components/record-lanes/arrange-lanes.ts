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
  /** How much more it comes to than its origin; null where one of the amounts is missing, or they are in two currencies. */
  change: string | null
}

export interface Lanes {
  records: PlacedRecord[]
  lanes: string[]
}

interface LaneKeys {
  lane: string
  parent: string
  amount?: string | undefined
  /** Names the currency of the amount. */
  currency?: string | undefined
}

/** Lanes in the order in which they begin; `rows` come in their order over time. */
export function arrangeLanes(rows: readonly Row[], keys: LaneKeys): Lanes {
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
    record.change = changeOf(record, keys)
  }
  return { records, lanes }
}

function changeOf({ row, parent }: PlacedRecord, { amount, currency }: LaneKeys): string | null {
  if (!amount || !parent || (currency && row[currency] !== parent.row[currency])) return null
  const [now, before] = [decimalOf(row[amount]), decimalOf(parent.row[amount])]
  return now === null || before === null ? null : decimalText(decimal(now).minus(before))
}
