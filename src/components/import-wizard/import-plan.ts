import type { z } from 'zod'
import type { ImportColumn, ImportMapping, importRunSchema, StagedImport } from '#contracts/api/imports.ts'
import { choiceParts } from '#contracts/choice-parts.ts'
import type { Field, Option } from '#contracts/field.ts'
import type { FieldType } from '#contracts/field-types.ts'
import type { Language } from '#contracts/language.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { keyFromLabel } from '#base/key-from-label.ts'

/** What becomes of one column of the file. */
export interface ColumnPlan {
  source: string
  label: string
  /** For a new model: the field it makes. */
  type: FieldType
  required: boolean
  unique: boolean
  skip: boolean
  /** For an existing model: the field it fills. */
  to: string | null
  /** For a link: make the record it names when there is none. Null: such a row is refused. */
  make?: string | null
}

export interface ImportPlan {
  /** Null: into a new model. */
  model: string | null
  /** The model whose fields the columns were matched to; from then on they are the reader's. */
  matchedTo: string | null
  label: string
  icon: string
  columns: ColumnPlan[]
  /** Field or column that finds the record to change instead of adding one. */
  key: string | null
  /** What a row is whose key is empty: a mistake, or a new record. */
  withoutKey: 'refuse' | 'create'
  mode: 'all_or_nothing' | 'skip_bad'
  /** The column with the revision of each record, as exports write it; null when the file has none. */
  revision: string | null
  /** The day the file is from (`2026-03-01`), or empty. */
  from: string
  /** What becomes of a row that somebody else's change stands against. */
  conflicts: 'skip' | 'overwrite' | 'ask'
}

/**
 * The first plan for a file: where the last file with these columns went, otherwise every column as it was understood into
 * a new model named as the file.
 */
export function firstPlan(staged: StagedImport, model: string | null): ImportPlan {
  return {
    model: model ?? staged.before[0]?.model ?? null,
    matchedTo: null,
    label: nameOfFile(staged.name),
    icon: 'table',
    mode: 'all_or_nothing',
    key: null,
    withoutKey: 'refuse',
    revision: staged.columns.find(({ label }) => label.trim().toLowerCase() === 'revision')?.key ?? null,
    from: '',
    conflicts: 'ask',
    columns: staged.columns.map((column) => ({
      source: column.key,
      label: column.label,
      type: column.type,
      required: false,
      unique: column.code === true && column.unique,
      skip: column.empty === staged.rows,
      to: null,
    })),
  }
}

/** What keeps the plan from being run; null when nothing does. English text is the translation key. */
export function planProblem(plan: ImportPlan): string | null {
  const used = plan.columns.filter(({ skip }) => !skip)
  if (used.length === 0) return 'Take at least one column.'
  if (plan.model === null && plan.label.trim() === '') return 'Give it a name.'
  if (plan.model !== null && used.some(({ to }) => to === null))
    return 'Say for each column which field it fills, or leave it out.'
  if (plan.model !== null && new Set(used.map(({ to }) => to)).size < used.length)
    return 'Two columns fill the same field.'
  if (plan.model !== null && plan.key !== 'id' && used.some(({ to }) => to === 'id'))
    return 'The Id only says which record a row is about: choose it as what records are found by.'
  if (plan.model === null && used.some(({ label }) => label.trim() === ''))
    return 'Every column needs a name.'
  return null
}

/** The names of the fields every record needs that no column fills: rows that make new records are refused. */
export function unfilled(plan: ImportPlan, fields: readonly FieldDescription[]): string[] {
  if (plan.model === null || plan.matchedTo !== plan.model) return []
  const filled = new Set(plan.columns.map(({ skip, to }) => (skip ? null : to)))
  return fields
    .filter(({ key, required, read_only, system }) => required && !read_only && !system && !filled.has(key))
    .map(({ label }) => label)
}

/** Which field each column fills, by the key of the column; those that are left out fill none. */
function fieldKeys(plan: ImportPlan): Map<string, string> {
  const keys = new Map<string, string>()
  const taken = new Set<string>()
  for (const { source, skip, to } of plan.columns) {
    if (skip) continue
    const key = plan.model === null ? keyFromLabel(source, taken) : (to ?? '')
    taken.add(key)
    keys.set(source, key)
  }
  return keys
}

/** The plan as the server takes it; screens of a new model speak `language`. */
export function toRun(
  plan: ImportPlan,
  staged: StagedImport,
  { language, zone }: { language: Language; zone: string | undefined },
): z.input<typeof importRunSchema> {
  const known = new Map(staged.columns.map((column) => [column.key, column]))
  const keys = fieldKeys(plan)
  const columns = plan.columns.map((column): ImportMapping => {
    const key = keys.get(column.source)
    if (key === undefined) return { source: column.source, skip: true }
    if (plan.model !== null)
      return {
        source: column.source,
        to: key,
        ...(column.make && { match: { field: column.make, missing: 'create' } }),
      }
    return { source: column.source, field: toField(key, column, known.get(column.source)) }
  })
  const source = plan.columns.find(
    (column) => !column.skip && (plan.model === null ? column.source : column.to) === plan.key,
  )
  const keyColumn = source && columns.find((column) => column.source === source.source)
  const key =
    keyColumn && 'field' in keyColumn
      ? keyColumn.field.key
      : keyColumn && 'to' in keyColumn
        ? keyColumn.to
        : undefined
  return {
    target:
      plan.model === null
        ? {
            new_model: {
              key: keyFromLabel(plan.label, new Set()),
              label: plan.label.trim(),
              icon: plan.icon,
            },
          }
        : { model: plan.model },
    columns,
    mode: plan.mode,
    ...(zone && { zone }),
    ...(key !== undefined && {
      key,
      without_key: plan.withoutKey,
      ...seenOf(plan),
      conflicts: plan.conflicts,
    }),
    ...(plan.model === null && {
      generate: {
        list: true,
        detail: true,
        form: true,
        routes: true,
        nav: true,
        language,
      },
    }),
  }
}

// Beginning with that day: what somebody changed on it may not be in the file yet.
function seenOf({ revision, from }: ImportPlan): Pick<z.input<typeof importRunSchema>, 'seen'> {
  if (revision !== null) return { seen: { revision } }
  return from === '' ? {} : { seen: { at: new Date(`${from}T00:00:00`).toISOString() } }
}

/** What a column offers to choose from where it becomes a field of choices: what stands in it. Null for other types. */
function choicesOf(type: FieldType, column: ImportColumn | undefined): Option[] | null {
  const values = column?.values ?? []
  if (type === 'multi_select') return [...new Set(values.flatMap(choiceParts))]
  return type === 'select' || type === 'status' ? (column?.options ?? values) : null
}

/** Whether a column can become a field of this type: of choices only where it has few enough values. */
export const mayBecome = (type: FieldType, column: ImportColumn | undefined): boolean =>
  type === column?.type || choicesOf(type, column)?.length !== 0

function toField(
  key: string,
  { label, type, required, unique }: ColumnPlan,
  column: ImportColumn | undefined,
): Field {
  const options = choicesOf(type, column)
  const numeric =
    type === 'number' || type === 'integer' || type === 'decimal' || type === 'percent' || type === 'money'
  return {
    key,
    label: label.trim(),
    type,
    ...(required && { required }),
    ...(unique && { unique }),
    ...(options && { options }),
    ...(numeric &&
      type !== 'number' &&
      type !== 'integer' &&
      column?.scale !== undefined && { scale: column.scale }),
    ...(type === 'money' && { currency: column?.currency ?? 'EUR' }),
    ...(numeric && type !== 'money' && column?.unit !== undefined && { unit: column.unit }),
  }
}

/** `Price book 2026.xlsx` → `Price book 2026`. */
const nameOfFile = (name: string): string => {
  const bare = name
    .replace(/\.[^.]+$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return bare === '' ? '' : bare.charAt(0).toUpperCase() + bare.slice(1)
}
