import { decimal, decimalText } from '#base/decimal.ts'
import type { Row } from '#contracts/query.ts'
import { decimalOf } from '../field/field-traits.ts'
import { inTimeOrder, momentOf } from './in-time-order.ts'
import { laneSize } from './lane-size.ts'

/** A record in its place: columns are the order over time, lanes from top to bottom. */
export interface PlacedRecord {
  row: Row
  id: string
  column: number
  /** Pixels from the left: farther from the one before where more time lies between. */
  x: number
  lane: number
  /** Where it was made from, when that is shown too. */
  parent: PlacedRecord | null
  /** How much more it comes to than its origin; null where one of the amounts is missing, or they are in two currencies. */
  change: string | null
  /** It lies on the way to the one that was reached. */
  onWay: boolean
}

export interface Lanes {
  records: PlacedRecord[]
  lanes: string[]
  /** Pixels that all of them take. */
  width: number
}

interface LaneKeys {
  lane: string
  parent: string
  amount?: string | undefined
  /** Names the currency of the amount. */
  currency?: string | undefined
  /** Say when it was: the first that is filled. Without any the order of the rows is the order over time. */
  moments?: readonly string[]
  /** Where the way leads to. */
  reached?: { field: string; values: readonly string[] } | undefined
}

/** Lanes in the order in which they begin; `rows` come in the order in which they were made. */
export function arrangeLanes(rows: readonly Row[], keys: LaneKeys): Lanes {
  const { moments = [] } = keys
  const ordered = inTimeOrder(rows, (row) => momentOf(row, moments), keys.parent)
  const lanes = [...new Set(ordered.map(({ row }) => String(row[keys.lane] ?? '')))]
  const places = placesOf(ordered.map(({ at }) => at))
  const records = ordered.map(({ row }, column): PlacedRecord => ({
    row,
    id: String(row['id']),
    column,
    x: places[column] ?? 0,
    lane: lanes.indexOf(String(row[keys.lane] ?? '')),
    parent: null,
    change: null,
    onWay: false,
  }))
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const record of records) {
    record.parent = byId.get(String(record.row[keys.parent] ?? '')) ?? null
    record.change = changeOf(record, keys)
  }
  markWay(records, keys.reached)
  return { records, lanes, width: (records.at(-1)?.x ?? 0) + laneSize.width }
}

/** Records never meet: each has a column of its own, and time only adds to what lies between them. */
function placesOf(moments: readonly (number | null)[]): number[] {
  const known = moments.filter((at) => at !== null)
  const [first, last] = [known[0] ?? 0, known.at(-1) ?? 0]
  const spread = Math.min(laneSize.spread * Math.max(0, moments.length - 1), laneSize.mostSpread)
  return moments.map((at, column) => {
    const share = last > first ? ((at ?? first) - first) / (last - first) : 0
    return Math.round(column * laneSize.width + share * spread)
  })
}

function markWay(records: readonly PlacedRecord[], reached: LaneKeys['reached']): void {
  if (!reached) return
  for (const record of records) {
    if (!reached.values.includes(String(record.row[reached.field] ?? ''))) continue
    for (let at: PlacedRecord | null = record; at && !at.onWay; at = at.parent) at.onWay = true
  }
}

function changeOf({ row, parent }: PlacedRecord, { amount, currency }: LaneKeys): string | null {
  if (!amount || !parent || (currency && row[currency] !== parent.row[currency])) return null
  const [now, before] = [decimalOf(row[amount]), decimalOf(parent.row[amount])]
  return now === null || before === null ? null : decimalText(decimal(now).minus(before))
}
