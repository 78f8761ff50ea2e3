import { slotKindOf } from '../sql/field-types.ts'
import { readingOf, searchReading, searchSlot, slotNames } from '../sql/slots.ts'
import type { FieldInfo, FieldSlot, SlotKind } from './field-info.ts'

/** A row of `app.field_slots`. `leaving`: its field is gone, the column is being emptied. */
export interface SlotRow {
  model_id: string
  slot: string
  field_key: string | null
  reading: string
  state: 'filling' | 'ready' | 'leaving'
}

const kindOf = (slot: string): SlotKind => (slot.startsWith('t') ? 'text' : 'number')

/** Whether a model gathers what is searched the way these rows say it is filled. */
export function searchOf(fields: Iterable<FieldInfo>, rows: readonly SlotRow[]): { ready: boolean } | null {
  const row = rows.find(({ slot }) => slot === searchSlot)
  return row && row.reading === searchReading(fields) ? { ready: row.state === 'ready' } : null
}

/** The slot a field owns by these rows, when it still takes its value the way the slot was filled; else null. */
export function slotOf(field: FieldInfo, rows: readonly SlotRow[]): FieldSlot | null {
  const row = rows.find(({ field_key }) => field_key === field.key)
  const kind = slotKindOf(field)
  if (!row || kind === null || kindOf(row.slot) !== kind || row.reading !== readingOf(field, kind))
    return null
  return { name: row.slot, kind, ready: row.state === 'ready' }
}

/**
 * Who should own which slot of a model: fields keep theirs, new ones take what is free (then what is being emptied: it
 * is filled over), what nobody needs is let go. Answers the rows to put in place of `rows`, or null when nothing changes.
 */
export function planSlots(
  modelId: string,
  fields: readonly FieldInfo[],
  rows: readonly SlotRow[],
): SlotRow[] | null {
  const bySlot = new Map(rows.map((row) => [row.slot, row]))
  const wanting: { field: FieldInfo; kind: SlotKind }[] = []
  const kept = new Set<string>()
  for (const field of fields) {
    const kind = slotKindOf(field)
    if (kind === null) continue
    const row = rows.find(({ slot, field_key }) => field_key === field.key && kindOf(slot) === kind)
    if (!row) {
      wanting.push({ field, kind })
      continue
    }
    kept.add(row.slot)
    const reading = readingOf(field, kind)
    if (row.reading !== reading) bySlot.set(row.slot, { ...row, reading, state: 'filling' })
  }
  const reading = searchReading(fields)
  if (bySlot.get(searchSlot)?.reading !== reading)
    bySlot.set(searchSlot, { model_id: modelId, slot: searchSlot, field_key: '*', reading, state: 'filling' })
  kept.add(searchSlot)
  for (const row of rows)
    if (!kept.has(row.slot) && row.state !== 'leaving')
      bySlot.set(row.slot, { ...row, field_key: null, state: 'leaving' })
  for (const { field, kind } of wanting) {
    const names: readonly string[] = slotNames[kind]
    const slot =
      names.find((name) => !bySlot.has(name)) ?? names.find((name) => bySlot.get(name)?.state === 'leaving')
    if (slot === undefined) continue
    const reading = readingOf(field, kind)
    bySlot.set(slot, { model_id: modelId, slot, field_key: field.key, reading, state: 'filling' })
  }
  const planned = [...bySlot.values()]
  return planned.length === rows.length && planned.every((row) => rows.includes(row)) ? null : planned
}
