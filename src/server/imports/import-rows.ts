import type { RejectedRow } from '#contracts/api/imports.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import type { Field } from '#contracts/field.ts'
import type { ErrorDetail } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import { normaliseValue } from '#kernel/models/normalise-value.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { Table } from '../exchange/table.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import { loadObjects } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { ColumnFormat } from './infer-columns.ts'
import { readCell } from './read-cell.ts'
import { resolveLinks } from './resolve-links.ts'

/** Which column of the file fills which field, and how its cells are written. */
export interface MappedColumn {
  index: number
  field: Field
  format: ColumnFormat
}

/** One record that an import made or changed, kept for the undo. */
export interface ImportedRecord {
  id: string
  created: boolean
  /** For changed records: the values before and after, by key. */
  before: { old: Record<string, unknown>; imported: Record<string, unknown> } | null
}

export interface ImportOutcome {
  rows: number
  created: number
  updated: number
  /** The first 1,000. */
  rejected: RejectedRow[]
  rejectedCount: number
}

export interface ImportOptions {
  /** Field whose value finds the record to change instead of making one. */
  key?: string | undefined
  /** After every batch, in the import's transaction. */
  onBatch?: (done: number, records: readonly ImportedRecord[]) => Promise<void>
}

interface FileRow {
  line: number
  values: Record<string, unknown>
}

const batchSize = 500
const mostRejected = 1000

/** How two spellings of one key are known to be the same (`1.50` and `1.5`); null when it is no value of the field. */
function keyText(field: Field | undefined, value: unknown): string | null {
  const normal = field ? normaliseValue(field, value) : { value }
  return 'value' in normal && normal.value !== null && normal.value !== undefined
    ? canonicalJson(normal.value)
    : null
}

function* batches(
  table: Table,
  columns: readonly MappedColumn[],
  key: string | undefined,
): Generator<FileRow[]> {
  const keyField = columns.find(({ field }) => field.key === key)?.field
  let batch: FileRow[] = []
  let keys = new Set<string>()
  for (const [index, row] of table.rows.entries()) {
    const values: Record<string, unknown> = {}
    for (const { index: column, field, format } of columns) {
      // A number the server gives can say which record is meant; a new record gets its own.
      if (fieldTypeOf(field.type).assigned && field.key !== key) continue
      const value = readCell(row[column] ?? null, field, format)
      // An empty cell says nothing: a new record takes its default, a known one keeps its value.
      if (value !== null) values[field.key] = value
    }
    const own = key === undefined ? null : keyText(keyField, values[key])
    // Two lines about the same record cannot go into one batch: the second has to find what the first made.
    if (batch.length === batchSize || (own !== null && keys.has(own))) {
      yield batch
      batch = []
      keys = new Set()
    }
    if (own !== null) keys.add(own)
    batch.push({ line: must(table.lines[index]), values })
  }
  if (batch.length > 0) yield batch
}

/** Ids of the records that have these values in the key field, as far as this person may see them. */
async function knownRecords(
  context: RecordContext,
  model: ModelInfo,
  field: Field,
  rows: readonly FileRow[],
): Promise<Map<string, string>> {
  const texts = rows.map(({ values }) => keyText(field, values[field.key])).filter((text) => text !== null)
  const found = new Map<string, string>()
  if (texts.length === 0) return found
  const value = [...new Set(texts)].map((text) => JSON.parse(text) as unknown)
  const answer = await ask(context, {
    model: model.key,
    fields: ['id', field.key],
    where: { field: field.key, op: 'in', value },
    page: { size: 500 },
  })
  for (const row of answer.rows)
    if (typeof row.id === 'string') found.set(canonicalJson(row[field.key]), row.id)
  return found
}

const rejection = (line: number, { path, message }: ErrorDetail): RejectedRow => ({
  row: line,
  path: path.replace(/^attributes\./, ''),
  message,
})

const pick = (values: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))

async function change(
  context: RecordContext,
  model: ModelInfo,
  rows: readonly { id: string; row: FileRow }[],
): Promise<{ refused: Refusals; records: ImportedRecord[] }> {
  const ids = rows.map(({ id }) => id)
  const before = new Map(
    (await loadObjects(context, model, ids)).map((object) => [object.id, object.attributes]),
  )
  const refused = await updateObjects(
    context,
    model,
    rows.map(({ id, row }) => ({ id, values: row.values })),
    { onRefused: 'collect' },
  )
  const after = new Map(
    (await loadObjects(context, model, ids)).map((object) => [object.id, object.attributes]),
  )
  const records = rows
    .filter((_, index) => !refused.has(index))
    .map(({ id, row }) => {
      const keys = Object.keys(row.values)
      return {
        id,
        created: false,
        before: { old: pick(before.get(id) ?? {}, keys), imported: pick(after.get(id) ?? {}, keys) },
      }
    })
  return { refused, records }
}

/**
 * Writes the rows of a file as records, in batches, through the same checks as single writes. Bad rows are left out and
 * reported with their line; whether the rest may stay is the caller's choice. The caller has checked the rights to create
 * (and, with `key`, to update).
 */
export async function importRows(
  context: RecordContext,
  model: ModelInfo,
  table: Table,
  columns: readonly MappedColumn[],
  { key, onBatch }: ImportOptions = {},
): Promise<ImportOutcome> {
  const fields = columns.map(({ field }) => field)
  const keyField = fields.find((field) => field.key === key)
  const outcome: ImportOutcome = {
    rows: table.rows.length,
    created: 0,
    updated: 0,
    rejected: [],
    rejectedCount: 0,
  }
  const reject = (refused: Refusals, lines: readonly number[]): void => {
    for (const [index, details] of [...refused].toSorted(([a], [b]) => a - b)) {
      outcome.rejectedCount++
      for (const detail of details)
        if (outcome.rejected.length < mostRejected)
          outcome.rejected.push(rejection(must(lines[index]), detail))
    }
  }
  let done = 0
  for (const batch of batches(table, columns, key)) {
    await resolveLinks(
      context,
      fields,
      batch.map(({ values }) => values),
    )
    const known = keyField ? await knownRecords(context, model, keyField, batch) : new Map<string, string>()
    const idOf = ({ values }: FileRow): string | undefined =>
      keyField ? known.get(keyText(keyField, values[keyField.key]) ?? '') : undefined
    const changes = batch.flatMap((row) => {
      const id = idOf(row)
      return id === undefined ? [] : [{ id, row }]
    })
    const fresh = batch.filter((row) => idOf(row) === undefined)
    const records: ImportedRecord[] = []
    if (changes.length > 0) {
      const changed = await change(context, model, changes)
      reject(
        changed.refused,
        changes.map(({ row }) => row.line),
      )
      records.push(...changed.records)
      outcome.updated += changed.records.length
    }
    if (fresh.length > 0) {
      const { ids, refused } = await createObjects(
        context,
        model,
        fresh.map(({ values }) => ({ values })),
        { onRefused: 'collect' },
      )
      reject(
        refused,
        fresh.map(({ line }) => line),
      )
      for (const id of ids.values()) records.push({ id, created: true, before: null })
      outcome.created += ids.size
    }
    done += batch.length
    await onBatch?.(done, records)
  }
  return outcome
}
