import type { EarlierImport } from '#contracts/api/imports.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { ColumnPlan, ImportPlan } from './import-plan.ts'

/**
 * Whether a column can fill a field: also a number of a series, which a row brings along, and the Id, by which a row finds its
 * record.
 */
export const isFillable = ({ key, type, read_only, system }: FieldDescription): boolean =>
  key === 'id' || (!system && (!read_only || type === 'sequence'))

/** Columns matched to the fields of a model, by key or by name; the column that tells rows apart, to the field that does. */
export function matched(plan: ImportPlan, fields: readonly FieldDescription[]): ImportPlan {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const free = new Map(fields.filter(isFillable).map((field) => [field.key, field]))
  const columns = plan.columns.map((column) => {
    const found = [...free.values()].find(
      ({ key, label }) =>
        key === column.source || plain(label) === plain(column.label) || plain(key) === plain(column.label),
    )
    // Nobody but the reader knows which of two columns of one name is meant.
    const isDoubled = plan.columns.some(
      (other) => other !== column && plain(other.label) === plain(column.label),
    )
    if (isDoubled) return { ...column, to: null, skip: !found }
    if (found) free.delete(found.key)
    return { ...column, to: found?.key ?? null, skip: !found }
  })
  const byId = columns.some(({ to }) => to === 'id')
  // A price book calls its number what it likes: article no., resource code.
  const code = columns.find((column) => column.unique && column.to === null)
  const codes = [...free.values()].filter(
    ({ type, unique, required }) => type === 'text' && unique && required,
  )
  if (code && codes.length === 1 && codes[0]) Object.assign(code, { to: codes[0].key, skip: false })
  return { ...plan, matchedTo: plan.model, columns, ...(byId && { key: 'id' }) }
}

/** The plan with what was made of an earlier file of the same columns, as far as the model still has the fields. */
export function asBefore(
  plan: ImportPlan,
  fields: readonly FieldDescription[],
  { columns: earlier, mode, key, conflicts }: EarlierImport,
): ImportPlan {
  const open = new Set(fields.filter(isFillable).map(({ key: name }) => name))
  const mapped = new Map(earlier.map((column) => [column.source, column]))
  const columns = plan.columns.map((column): ColumnPlan => {
    const was = mapped.get(column.source)
    const to = !was || 'skip' in was ? null : 'to' in was ? was.to : was.field.key
    if (to === null || !open.has(to)) return { ...column, to: null, skip: true }
    const match = was && 'to' in was ? was.match : undefined
    return { ...column, to, skip: false, ...(match?.missing === 'create' && { make: match.field }) }
  })
  const found = columns.some(({ to }) => to !== null && to === key)
  return {
    ...plan,
    matchedTo: plan.model,
    columns,
    mode,
    conflicts,
    key: found && key !== undefined ? key : null,
  }
}
