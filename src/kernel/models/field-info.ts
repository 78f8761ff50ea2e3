import type { Field, Option } from '#contracts/field.ts'
import {
  fieldTypeOf,
  type AggregateFunction,
  type FieldType,
  type Operator,
  type ValueKind,
} from '#contracts/field-types.ts'
import type { Computed } from '../formulas/computed.ts'

/** Types of the columns that are not in `attributes`. */
export type ColumnType = 'text' | 'uuid' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb'

/** `text`: t01…t24 · `number`: n01…n16 with their keys k01…k16. */
export type SlotKind = 'text' | 'number'

/** The typed column beside the map that a field owns: written always, read once it is `ready`. */
export interface FieldSlot {
  name: string
  kind: SlotKind
  ready: boolean
}

/** Where a value is kept: in the free map under the field's key (and in a slot), or in a column of its own. */
type FieldStorage =
  | { in: 'attributes'; slot?: FieldSlot }
  | { in: 'column'; column: string; type: ColumnType }

/** A field as the kernel works with it: what may be asked of it and where its value is. */
export interface FieldInfo {
  key: string
  label: string
  type: FieldType
  field: Field
  /** How the value is asked about; a `relation` or `user` with `many` is a `list`, an address a `text`. */
  kind: ValueKind
  operators: readonly Operator[]
  sortable: boolean
  groupable: boolean
  searchable: boolean
  aggregates: readonly AggregateFunction[]
  /** Key of the model that a path may step into, or null. */
  target: string | null
  sql: FieldStorage
  /** Kept by the system (`id`, `created_at` …): read only, and no field permission applies. */
  system: boolean
  /** Worked out by the server, from what: nobody writes it. */
  computed?: Computed
  /** Its options are what the workspace has of these; `compileWorkspace` fills them in. */
  choices?: Choices
}

const listOperators: readonly Operator[] = ['contains', 'empty', 'in', 'nin']
// Amounts in several currencies: compared by the amount, narrowed to one currency by `contains`.
const mixedOperators: readonly Operator[] = [
  ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'between', 'contains', 'empty'] as const),
]
const idOperators: readonly Operator[] = [
  ...(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'between', 'empty'] as const),
]

/** Where the people of a workspace are found; a `user` field points there. */
export const memberModelKey = 'sys_member'

function targetOf(field: Field): string | null {
  if (field.type === 'user') return memberModelKey
  return field.type === 'relation' ? (field.target ?? null) : null
}

/** Whether each value of a money field names its own currency. */
export const isMixedMoney = ({ type, currencies }: Pick<Field, 'type' | 'currencies'>): boolean =>
  type === 'money' && currencies !== undefined

/** Whether amounts of a field may be in several currencies: they are never one sum, but one for each currency. */
export const hasManyCurrencies = (field: Pick<Field, 'type' | 'currencies' | 'currency_from'>): boolean =>
  isMixedMoney(field) || (field.type === 'money' && field.currency_from !== undefined)

const totalsByCurrency = ['count', 'sum', 'avg', 'min', 'max'] as const

/** Describes a field kept in `attributes`. */
export function attributeField(field: Field): FieldInfo {
  const type = fieldTypeOf(field.type)
  const list = field.many === true && (field.type === 'relation' || field.type === 'user')
  const mixed = isMixedMoney(field)
  return {
    key: field.key,
    label: field.label,
    type: field.type,
    field,
    kind: list ? 'list' : (type.asked ?? type.value),
    operators: list ? listOperators : mixed ? mixedOperators : type.operators,
    sortable: type.sortable && !list,
    groupable: type.groupable && !list && !mixed,
    searchable: type.searchable,
    aggregates:
      list || type.value === 'list'
        ? ['count']
        : hasManyCurrencies(field)
          ? totalsByCurrency
          : type.aggregates,
    target: targetOf(field),
    sql: { in: 'attributes' },
    system: false,
  }
}

/** Lists of what a workspace has, for fields that name one of them. */
export type Choices = 'roles' | 'layouts' | 'routes' | 'models'

export interface ColumnOptions {
  column?: string
  target?: string
  unsearchable?: boolean
  required?: boolean
  description?: string
  options?: Option[]
  /** The options are what the workspace has of these. */
  choices?: Choices
}

const kindOfColumn: Record<ColumnType, ValueKind | null> = {
  uuid: 'id',
  timestamptz: 'datetime',
  jsonb: 'json',
  text: null,
  integer: null,
  boolean: null,
}

/** Describes a field kept in a column of its own: `columnField('created_at', 'Created', 'datetime', 'timestamptz')`. */
export function columnField(
  key: string,
  label: string,
  type: FieldType,
  columnType: ColumnType,
  options: ColumnOptions = {},
): FieldInfo {
  const { target, required, description } = options
  const field: Field = {
    key,
    label,
    type,
    ...(target === undefined ? {} : { target }),
    ...(required === undefined ? {} : { required }),
    ...(description === undefined ? {} : { description }),
    ...(options.options === undefined ? {} : { options: options.options }),
  }
  const info = attributeField(field)
  const kind = kindOfColumn[columnType] ?? info.kind
  const searchable = info.searchable && columnType === 'text' && options.unsearchable !== true
  return {
    ...info,
    kind,
    operators: kind === 'id' ? idOperators : kind === 'json' ? ['empty'] : info.operators,
    sortable: kind === 'id' || info.sortable,
    aggregates: kind === 'id' ? ['count', 'count_distinct'] : info.aggregates,
    searchable,
    sql: { in: 'column', column: options.column ?? key, type: columnType },
    system: true,
    ...(options.choices === undefined ? {} : { choices: options.choices }),
  }
}
