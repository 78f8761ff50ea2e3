import type { ImportColumn, ImportMapping, ImportRun, StagedImport } from '#contracts/api/imports.ts'
import type { FieldType } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelDescription } from '#contracts/model-description.ts'

/** What becomes of one column: nothing, a new field, or a field that is there. */
export type ColumnChoice =
  | { use: 'skip' }
  | { use: 'field'; label: string; type: FieldType }
  | { use: 'existing'; field: string }

/** What the wizard has gathered so far; a value, changed by the steps. */
export interface ImportDraft {
  staged: StagedImport
  /** Key of the model to import into; null makes a new one. */
  into: string | null
  label: string
  columns: Readonly<Record<string, ColumnChoice>>
  /** Column whose value tells which record a row is; updates instead of doubling. */
  code: string | null
  skipBad: boolean
}

/** `price list 2026.xlsx` → `Price list 2026` */
export function labelFromFile(name: string): string {
  const words = name
    .replace(/\.[a-z0-9]+$/i, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1, 200) : ''
}

/** A key as the contract wants it: `Preis pro m²` → `preis_pro_m`. */
export function keyFrom(text: string): string {
  const key = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[_0-9]+|_+$/g, '')
    .slice(0, 50)
  return key || 'items'
}

/** The first draft: every column a new field of the type it seems to have, the best code column as key. */
export function startDraft(staged: StagedImport, into: ModelDescription | null): ImportDraft {
  return {
    staged,
    into: into?.key ?? null,
    label: labelFromFile(staged.name),
    columns: Object.fromEntries(
      staged.columns.map((column) => [column.key, into ? matching(column, into) : asField(column)]),
    ),
    code: staged.columns.find((column) => column.code)?.key ?? null,
    skipBad: false,
  }
}

const asField = (column: ImportColumn): ColumnChoice => ({
  use: 'field',
  label: column.label,
  type: column.type,
})

const plain = (text: string): string => keyFrom(text).replaceAll('_', '')

function matching(column: ImportColumn, model: ModelDescription): ColumnChoice {
  const field = model.fields.find(
    ({ key, label, read_only }) => !read_only && [plain(key), plain(label)].includes(plain(column.label)),
  )
  return field ? { use: 'existing', field: field.key } : { use: 'skip' }
}

/** The draft as the run wants it. */
export function runOf(draft: ImportDraft): ImportRun {
  const columns = draft.staged.columns.map((column): ImportMapping => mappingOf(column, draft))
  const code = draft.code === null ? undefined : draft.columns[draft.code]
  const key =
    code === undefined || code.use === 'skip'
      ? undefined
      : code.use === 'existing'
        ? code.field
        : (draft.code ?? undefined)
  return {
    target: draft.into
      ? { model: draft.into }
      : { new_model: { key: keyFrom(draft.label), label: draft.label.trim() } },
    columns,
    mode: draft.skipBad ? 'skip_bad' : 'all_or_nothing',
    ...(key !== undefined && { key }),
    generate: { list: true, detail: true, form: true, routes: true, nav: true },
  }
}

function mappingOf(column: ImportColumn, draft: ImportDraft): ImportMapping {
  const choice = draft.columns[column.key] ?? { use: 'skip' }
  if (choice.use === 'skip') return { source: column.key, skip: true }
  if (choice.use === 'existing') return { source: column.key, to: choice.field }
  return { source: column.key, field: fieldOf(column, choice, draft.code === column.key) }
}

function fieldOf(
  column: ImportColumn,
  { label, type }: { label: string; type: FieldType },
  isCode: boolean,
): Field {
  const guessed = type === column.type
  return {
    key: column.key,
    label: label.trim() || column.label,
    type,
    ...(isCode && column.unique && { required: true, unique: true }),
    ...(guessed && column.options && { options: column.options }),
    ...(guessed && column.currency && { currency: column.currency }),
    ...(guessed && column.unit && { unit: column.unit }),
    ...(guessed && column.scale !== undefined && { scale: column.scale }),
  }
}

/** Why the draft cannot run yet, in words; null when it can. */
export function draftProblem(draft: ImportDraft): string | null {
  if (draft.into === null && !draft.label.trim()) return 'Give the new model a name.'
  const used = Object.values(draft.columns).filter((choice) => choice.use !== 'skip')
  if (used.length === 0) return 'Choose at least one column.'
  const fields = used.flatMap((choice) => (choice.use === 'existing' ? [choice.field] : []))
  return new Set(fields).size < fields.length ? 'Two columns go into the same field.' : null
}
