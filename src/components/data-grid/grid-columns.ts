import type { AggregateFunction, FieldType } from '#contracts/field-types.ts'
import { isShownIn } from '#contracts/shown-in.ts'
import type { FieldDescription, ModelDescription } from '#contracts/model-description.ts'
import type { z } from 'zod'
import { isNumeric } from '../field/field-traits.ts'
import type { dataGrid } from './data-grid.definition.ts'

type Declared = NonNullable<z.output<(typeof dataGrid)['props']>['columns']>[number]

/** One column as the grid works with it. */
export interface GridColumn {
  /** Field key or path across a relation; the column's id. */
  key: string
  label: string
  field: FieldDescription
  width: number
  pin: 'left' | 'right' | null
  hidden: boolean
  editable: boolean
  total: AggregateFunction | null
  /** What a formula in it may read; undefined where it holds none. */
  formula?: Declared['formula']
  /** What is sorted by: a relation sorts by what its records are called. Null: cannot. */
  sortBy: string | null
  groupable: boolean
}

const shownAtFirst = 10

/**
 * The columns of a grid: those declared that this reader may read, or all fields of the model. A field the reader may
 * not read has no description, so its column is not there.
 */
export function gridColumns(
  model: ModelDescription,
  declared: readonly Declared[] | undefined,
  editable: boolean,
  others: Models = new Map(),
): GridColumn[] {
  const fields = new Map(model.fields.map((field) => [field.key, field]))
  if (declared && declared.length > 0) {
    return declared.flatMap((column) => {
      const field = fields.get(column.field) ?? acrossRelation(column.field, fields, others)
      return field ? [toColumn(field, column, model, editable)] : []
    })
  }
  // A model of the system has no other fields than its own.
  const isOwn = (field: FieldDescription): boolean => model.id === null || !field.system
  const own = model.fields.filter((field) => isOwn(field) && field.key !== 'id')
  const system = model.fields.filter((field) => !isOwn(field) && field.key !== 'id')
  const pinned = pinnedFields(own, model.title_field)
  let shown = 0
  return [...own, ...system].map((field) => {
    const hidden = !isOwn(field) || !isShownIn(field, 'list') || (!field.shown_in && shown >= shownAtFirst)
    if (!hidden) shown += 1
    return toColumn(
      field,
      { field: field.key, hidden, ...(pinned.has(field) && { pin: 'left' as const }) },
      model,
      editable,
    )
  })
}

/** What names a record stays in sight, and with it a number or code that stands before it. */
function pinnedFields(own: readonly FieldDescription[], title: string | null): ReadonlySet<FieldDescription> {
  const at = own.findIndex(({ key }) => key === title)
  if (at < 0) return new Set()
  return new Set(at === 1 ? own.slice(0, 2) : own.slice(at, at + 1))
}

function toColumn(
  field: FieldDescription,
  column: Declared,
  model: ModelDescription,
  editable: boolean,
): GridColumn {
  const relation = field.type === 'relation' || field.type === 'user'
  return {
    key: column.field,
    label: column.label ?? field.label,
    field: {
      ...field,
      shown_scale: column.scale,
      ...(column.options && { type: 'select', options: column.options }),
    },
    width: Math.max(column.width ?? usualWidth(field, field.key === model.title_field), leastWidth(field)),
    pin: column.pin ?? null,
    hidden: column.hidden ?? false,
    editable:
      (column.editable ?? editable) &&
      model.can.update &&
      !field.read_only &&
      !field.system &&
      field.type !== 'json',
    total: totalOf(field, column.total),
    ...(column.formula && { formula: column.formula }),
    sortBy:
      relation && field.target_title && !field.many
        ? `${field.key}.${field.target_title}`
        : field.sortable
          ? column.field
          : null,
    groupable: field.groupable,
  }
}

/** What is added up below a column, as far as its type has it. */
export const totalOf = (
  { aggregates }: FieldDescription,
  wanted: AggregateFunction | null | undefined,
): AggregateFunction | null => (wanted && aggregates.includes(wanted) ? wanted : null)

type Models = ReadonlyMap<string, ModelDescription>

/**
 * The models that paths of columns lead to, as far as those before them are known: ask for them, then ask again.
 * `modelsBehind(orders, [{ field: 'supplier.city' }], none)` → `['suppliers']`.
 */
export function modelsBehind(
  model: ModelDescription,
  declared: readonly Pick<Declared, 'field'>[] | undefined,
  others: Models,
): string[] {
  const found = new Set<string>()
  for (const { field: path } of declared ?? []) {
    let here: ModelDescription | undefined = model
    for (const step of path.split('.').slice(0, -1)) {
      const target = targetOf(here?.fields.find(({ key }) => key === step))
      if (!target) break
      found.add(target)
      here = others.get(target)
    }
  }
  return [...found]
}

/** `supplier.city`: as the field is where it stands, each step readable; it is not edited from here. */
function acrossRelation(
  path: string,
  fields: ReadonlyMap<string, FieldDescription>,
  others: Models,
): FieldDescription | null {
  const [first = '', ...rest] = path.split('.')
  const labels: string[] = []
  let field = fields.get(first)
  for (const step of rest) {
    const target = targetOf(field)
    if (!field || !target) return null
    labels.push(field.label)
    field = others.get(target)?.fields.find(({ key }) => key === step)
  }
  if (!field || labels.length === 0) return null
  return { ...field, key: path, label: [...labels, field.label].join(': '), read_only: true, required: false }
}

const targetOf = (field: FieldDescription | undefined): string | null =>
  field && !field.many && (field.type === 'relation' || field.type === 'user')
    ? (field.target ?? (field.type === 'user' ? 'sys_member' : null))
    : null

const widths: Partial<Record<FieldType, number>> = {
  long_text: 280,
  markdown: 280,
  email: 200,
  url: 180,
  phone: 150,
  boolean: 96,
  date: 120,
  datetime: 140,
  multi_select: 200,
  image: 110,
  relation: 180,
  user: 170,
}

// Whatever a screen says: an amount of millions is never cut off to what reads as a smaller one.
const leastWidth = (field: FieldDescription): number => (field.type === 'money' ? 132 : 0)

function usualWidth(field: FieldDescription, title: boolean): number {
  if (title) return 260
  if (isNumeric(field.type)) return 128
  return widths[field.type] ?? 160
}
