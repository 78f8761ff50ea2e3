/**
 * The field types. `value` is how a value travels in JSON; `operators` are what a query may ask of it; the flags say what
 * else the type can do. `kernel/sql/field-types.ts` and `components/field/field-views.ts` hold the other two halves
 * (`satisfies Record<FieldType, …>`: a type without them does not compile).
 */
export const operators = [
  'eq',
  'ne',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'nin',
  'contains',
  'starts',
  'between',
  'empty',
] as const
export type Operator = (typeof operators)[number]

export const aggregateFunctions = ['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const
export type AggregateFunction = (typeof aggregateFunctions)[number]

interface FieldTypeDefinition {
  label: string
  /** text: string · number: JSON number · decimal: decimal text · boolean · date: YYYY-MM-DD · datetime: ISO 8601 with zone · id: UUID · list: string[] · json */
  value: 'text' | 'number' | 'decimal' | 'boolean' | 'date' | 'datetime' | 'id' | 'list' | 'json'
  operators: readonly Operator[]
  sortable: boolean
  groupable: boolean
  searchable: boolean
  aggregates: readonly AggregateFunction[]
}

const equality = ['eq', 'ne', 'in', 'nin', 'empty'] as const
const ordered = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'nin', 'between', 'empty'] as const
const textual = [...ordered, 'contains', 'starts'] as const
const counted = ['count', 'count_distinct'] as const
const ranged = [...counted, 'min', 'max'] as const
const summed = [...ranged, 'sum', 'avg'] as const

const text = (label: string): FieldTypeDefinition => ({
  label,
  value: 'text',
  operators: textual,
  sortable: true,
  groupable: true,
  searchable: true,
  aggregates: ranged,
})
const exact = (label: string): FieldTypeDefinition => ({
  label,
  value: 'decimal',
  operators: ordered,
  sortable: true,
  groupable: true,
  searchable: false,
  aggregates: summed,
})
const numeric = (label: string): FieldTypeDefinition => ({ ...exact(label), value: 'number' })

export const fieldTypes = {
  text: text('Text'),
  long_text: { ...text('Long text'), groupable: false },
  markdown: { ...text('Rich text'), groupable: false, sortable: false },
  email: text('Email'),
  phone: text('Phone'),
  url: text('Web address'),
  number: numeric('Number'),
  integer: numeric('Whole number'),
  decimal: exact('Decimal'),
  percent: exact('Percent'),
  money: exact('Money'),
  boolean: {
    label: 'Yes or no',
    value: 'boolean',
    operators: equality,
    sortable: true,
    groupable: true,
    searchable: false,
    aggregates: counted,
  },
  date: {
    label: 'Date',
    value: 'date',
    operators: ordered,
    sortable: true,
    groupable: true,
    searchable: false,
    aggregates: ranged,
  },
  datetime: {
    label: 'Date and time',
    value: 'datetime',
    operators: ordered,
    sortable: true,
    groupable: true,
    searchable: false,
    aggregates: ranged,
  },
  select: { ...text('Choice'), operators: [...equality, 'contains', 'starts'] },
  multi_select: {
    label: 'Choices',
    value: 'list',
    operators: ['contains', 'empty', 'in', 'nin'],
    sortable: false,
    groupable: false,
    searchable: true,
    aggregates: counted,
  },
  relation: {
    label: 'Link to a record',
    value: 'id',
    operators: equality,
    sortable: false,
    groupable: true,
    searchable: false,
    aggregates: counted,
  },
  user: {
    label: 'Person',
    value: 'id',
    operators: equality,
    sortable: false,
    groupable: true,
    searchable: false,
    aggregates: counted,
  },
  file: {
    label: 'Files',
    value: 'json',
    operators: ['empty'],
    sortable: false,
    groupable: false,
    searchable: false,
    aggregates: ['count'],
  },
  image: {
    label: 'Pictures',
    value: 'json',
    operators: ['empty'],
    sortable: false,
    groupable: false,
    searchable: false,
    aggregates: ['count'],
  },
  json: {
    label: 'Data',
    value: 'json',
    operators: ['empty'],
    sortable: false,
    groupable: false,
    searchable: false,
    aggregates: ['count'],
  },
} as const satisfies Record<string, FieldTypeDefinition>

export type FieldType = keyof typeof fieldTypes
export const fieldTypeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]]

/** The definition of a type, with its lists widened so that `includes` takes any operator or function. */
export const fieldTypeOf = (type: FieldType): FieldTypeDefinition => fieldTypes[type]
