import { canonicalJson } from '#base/json.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import { textOf } from './read-value.ts'

type Attributes = Readonly<Record<string, unknown>>

/** Lines of which only values changed, with what they were; null where only their resources or further cost groups did. */
export type EditedLines = ReadonlyMap<string, Attributes | null>

/** These say where a line stands, its number and whether it counts, and with that what becomes of other lines. */
const structure = [
  'version',
  'parent',
  'sort',
  'fixed_number',
  'kind',
  'item_type',
  'selected',
  'alt_group',
  'alt_no',
] as const

/** So many lines are worked out one by one; beyond it the whole is as quick. */
const mostLines = 200

/** The lines that a write of them or of what belongs to them edited; null where it did more than change values. */
export function editedLines(model: string, changes: readonly RecordChange[]): EditedLines | null {
  const edited =
    model === 'estimate_lines'
      ? ofLines(changes)
      : model === 'estimate_resources' || model === 'line_classifications'
        ? ofParts(changes)
        : null
  return edited && edited.size <= mostLines ? edited : null
}

function ofLines(changes: readonly RecordChange[]): Map<string, Attributes> | null {
  const edited = new Map<string, Attributes>()
  for (const { id, before, after } of changes) {
    if (!before || !after || textOf(after, 'kind') !== 'line') return null
    if (structure.some((key) => canonicalJson(before[key] ?? null) !== canonicalJson(after[key] ?? null)))
      return null
    edited.set(id, before)
  }
  return edited
}

function ofParts(changes: readonly RecordChange[]): Map<string, null> {
  const lines = changes.flatMap(({ before, after }) =>
    [before, after].flatMap((values) => (values ? [textOf(values, 'line')] : [])),
  )
  return new Map(lines.flatMap((line) => (line === null ? [] : [[line, null] as const])))
}
