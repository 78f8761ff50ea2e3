/**
 * The field types. `value` is how a value travels in JSON; `operators` are what a query may ask of it; the flags say what
 * else the type can do. The other parts of a type stand in one registry a room, each `satisfies Record<FieldType, …>`, so
 * that a type without a part does not compile: `kernel/field-types/all-field-types.ts`, `kernel/sql/field-types.ts`,
 * `server/exchange/field-cells.ts`, `components/field/field-views.ts`, `components/field/field-words.ts`,
 * `components/field/field-readings.ts` and `components/schema-designer/field-kinds.ts`.
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

/** text: string · number: JSON number · decimal: decimal text · boolean · date: YYYY-MM-DD · datetime: ISO 8601 with zone · id: UUID · list: string[] · json */
export type ValueKind =
  | 'text'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'id'
  | 'list'
  | 'json'

/** Settings that only some types have; the field designer offers exactly these. */
export type FieldSetting =
  | 'options'
  | 'transitions'
  | 'scale'
  | 'range'
  | 'unit'
  | 'length'
  | 'pattern'
  | 'currency'
  | 'target'
  | 'many'
  | 'numbering'
  | 'default'
  | 'unique'

interface FieldTypeDefinition {
  label: string
  value: ValueKind
  /** How it is compared, where that is not how it travels: an address travels as JSON and is asked about as text. */
  asked?: ValueKind
  settings: readonly FieldSetting[]
  /** Given by the server alone: whoever writes it is refused. */
  assigned?: true
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

const text = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  label,
  value: 'text',
  settings: ['length', 'default', ...settings],
  operators: textual,
  sortable: true,
  groupable: true,
  searchable: true,
  aggregates: ranged,
})
const exact = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  label,
  value: 'decimal',
  settings: ['scale', 'range', 'default', 'unique', ...settings],
  operators: ordered,
  sortable: true,
  groupable: true,
  searchable: false,
  aggregates: summed,
})
const numeric = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  ...exact(label),
  value: 'number',
  settings: ['range', 'default', ...settings],
})
const choice = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  ...text(label),
  settings: ['options', 'default', ...settings],
  operators: [...equality, 'contains', 'starts'],
})
/** Of which a question can only ask whether there is anything. */
const opaque = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  label,
  value: 'json',
  settings,
  operators: ['empty'],
  sortable: false,
  groupable: false,
  searchable: false,
  aggregates: ['count'],
})
const moment = (label: string, value: 'date' | 'datetime'): FieldTypeDefinition => ({
  label,
  value,
  settings: value === 'date' ? ['range', 'default', 'unique'] : ['range', 'default'],
  operators: ordered,
  sortable: true,
  groupable: true,
  searchable: false,
  aggregates: ranged,
})
const link = (label: string, ...settings: FieldSetting[]): FieldTypeDefinition => ({
  label,
  value: 'id',
  settings: ['many', ...settings],
  operators: equality,
  sortable: false,
  groupable: true,
  searchable: false,
  aggregates: counted,
})

export const fieldTypes = {
  text: text('Text', 'pattern', 'unique'),
  long_text: { ...text('Long text'), groupable: false },
  markdown: { ...text('Rich text'), groupable: false, sortable: false },
  email: text('Email', 'unique'),
  phone: text('Phone', 'unique'),
  url: text('Web address', 'unique'),
  number: numeric('Number', 'unit', 'unique'),
  integer: numeric('Whole number', 'unit', 'unique'),
  decimal: exact('Decimal', 'unit'),
  percent: exact('Percent'),
  money: exact('Money', 'currency'),
  duration: numeric('Duration'),
  rating: numeric('Rating'),
  boolean: {
    label: 'Yes or no',
    value: 'boolean',
    settings: ['default'],
    operators: equality,
    sortable: true,
    groupable: true,
    searchable: false,
    aggregates: counted,
  },
  date: moment('Date', 'date'),
  datetime: moment('Date and time', 'datetime'),
  select: choice('Choice', 'unique'),
  multi_select: {
    label: 'Several choices',
    value: 'list',
    settings: ['options', 'default'],
    operators: ['contains', 'empty', 'in', 'nin'],
    sortable: false,
    groupable: false,
    searchable: true,
    aggregates: counted,
  },
  status: choice('Status', 'transitions'),
  colour: { ...text('Colour'), settings: ['default'], operators: equality, searchable: false },
  icon: { ...text('Icon'), settings: ['default'], operators: equality, searchable: false },
  sequence: { ...text('Number of a series'), settings: ['numbering', 'unique'], assigned: true },
  address: {
    ...text('Address'),
    value: 'json',
    asked: 'text',
    settings: [],
    operators: ['contains', 'empty'],
    groupable: false,
    aggregates: ['count'],
  },
  geo_point: opaque('Place on the map'),
  relation: link('Link to a record', 'target'),
  user: link('Person'),
  file: opaque('Files'),
  image: opaque('Pictures'),
  signature: opaque('Signature'),
  json: opaque('Data'),
} as const satisfies Record<string, FieldTypeDefinition>

export type FieldType = keyof typeof fieldTypes
export const fieldTypeNames = Object.keys(fieldTypes) as [FieldType, ...FieldType[]]

/** The definition of a type, with its lists widened so that `includes` takes any operator or function. */
export const fieldTypeOf = (type: FieldType): FieldTypeDefinition => fieldTypes[type]

/** Whether fields of a type have a setting: `hasSetting('status', 'transitions')`. */
export const hasSetting = (type: FieldType, setting: FieldSetting): boolean =>
  fieldTypeOf(type).settings.includes(setting)
