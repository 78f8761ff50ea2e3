import type { RejectedRow } from '#contracts/api/imports.ts'
import type { Field } from '#contracts/field.ts'
import type { ErrorDetail } from '#base/app-error.ts'
import { messageOf, saying } from '#base/saying.ts'
import { must } from '#base/assert.ts'
import { canonicalJson } from '#base/json.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import {
  checkDrafts,
  createObjects,
  writeChecked,
  type CheckedDrafts,
  type DraftChecker,
} from '../records/create-objects.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import {
  changeRecords,
  conflictMessage,
  type Arbiter,
  type ChangedRecord,
  type MetConflict,
} from './change-records.ts'
import { isLink, resolveLinks, textsOf, type SharedNames } from './resolve-links.ts'
import { keyText, type FileRow, type MappedColumn } from './row-batches.ts'

/** What was wrong with one row, and the value it had. */
export interface BadValue extends RejectedRow {
  value: string | null
  theirs: string | null
}

/** What became of a batch. */
export interface BatchOutcome {
  created: number
  updated: number
  rejected: BadValue[]
  /** Rows that were left out. */
  rejectedCount: number
  /** What it changed. What it made is in the history. */
  changed: ChangedRecord[]
  /** Rows that were left out because somebody else changed the same values. */
  conflicts: MetConflict[]
}

/** Ids of the records that have these values in the key field, as far as this person may see them. */
async function knownRecords(
  context: RecordContext,
  model: ModelInfo,
  field: Field,
  rows: readonly FileRow[],
): Promise<Map<string, string>> {
  const texts = rows.map(({ values }) => keyText(field, values[field.key])).filter((text) => text !== null)
  const values = [...new Set(texts)].map((text) => JSON.parse(text) as unknown)
  const found = new Map<string, string>()
  for (let start = 0; start < values.length; start += 500) {
    const answer = await ask(context, {
      model: model.key,
      fields: ['id', field.key],
      where: { field: field.key, op: 'in', value: values.slice(start, start + 500) },
      page: { size: 500 },
    })
    for (const row of answer.rows)
      if (typeof row.id === 'string') found.set(canonicalJson(row[field.key]), row.id)
  }
  return found
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)

function badValue(
  { line, values }: FileRow,
  detail: ErrorDetail,
  columns: readonly MappedColumn[],
  shared: SharedNames,
): BadValue {
  const key = detail.path.replace(/^attributes\./, '')
  const field = columns.find((column) => column.field.key === key)?.field
  const names = field && isLink(field) ? textsOf(values[key]) : []
  const several = names.filter((name) => shared.get(key)?.has(name))
  const why =
    several.length > 0
      ? saying('There is more than one called “{{name}}”.', { name: several.join(', ') })
      : names.length > 0
        ? saying('There is none called “{{name}}”.', { name: names.join(', ') })
        : messageOf(detail)
  return { row: line, path: key, ...why, value: shown(values[key]), theirs: null }
}

/** Rows whose values were checked while the database was busy with the ones before. */
export interface RowsAhead {
  by: DraftChecker
  checked: CheckedDrafts
}

/**
 * Checks rows before it is their turn. Null where they cannot be without the database: links are found by name, known
 * records by their key.
 */
export async function checkAhead(
  by: DraftChecker,
  model: ModelInfo,
  columns: readonly MappedColumn[],
  batch: readonly FileRow[],
  key?: string,
): Promise<RowsAhead | null> {
  const alone = columns.every(({ field }) => !isLink(field))
  return alone && key === undefined ? { by, checked: await checkDrafts(by, model, batch) } : null
}

/** Whether what was checked ahead still counts: the release and the rights may have changed since. */
const counts = ({ by }: RowsAhead, { workspace, caller }: RecordContext): boolean =>
  by.workspace === workspace &&
  by.caller.role === caller.role &&
  by.caller.token?.ownRole === caller.token?.ownRole

/**
 * Writes a batch of rows as records, through the same checks as single writes. Bad rows are left out and reported with
 * their line; whether the rest may stay is the caller's choice. `key`: the field whose value finds the record to change
 * instead of making one. The caller has checked the rights to create (and, with `key`, to update).
 */
export async function importRows(
  context: RecordContext,
  model: ModelInfo,
  columns: readonly MappedColumn[],
  batch: readonly FileRow[],
  { key, ahead, arbiter }: { key?: string | undefined; ahead?: RowsAhead | null; arbiter?: Arbiter } = {},
): Promise<BatchOutcome> {
  const keyField = columns.find(({ field }) => field.key === key)?.field
  const outcome: BatchOutcome = {
    created: 0,
    updated: 0,
    rejected: [],
    rejectedCount: 0,
    changed: [],
    conflicts: [],
  }
  let shared: SharedNames = new Map()
  const reject = (refused: Refusals, rows: readonly FileRow[]): void => {
    outcome.rejectedCount += refused.size
    for (const [index, details] of refused)
      for (const detail of details)
        outcome.rejected.push(badValue(must(rows[index]), detail, columns, shared))
  }
  // Plans of foreign keys are kept by a connection from when its tables were empty, and then every row reads the whole of an
  // index (measured: 900 rows a second instead of 6,000 after 50,000 rows). Made anew once a batch they cost a millisecond.
  await context.tx.query('discard plans')
  if (ahead && counts(ahead, context)) {
    const { ids, refused } = await writeChecked(context, model, ahead.checked, { onRefused: 'collect' })
    reject(refused, batch)
    outcome.created = ids.size
    return outcome
  }
  // A step may run again after a deadlock: what the file says stays as it was.
  const rows = batch.map((row) => ({ ...row, values: { ...row.values } }))
  const all = rows.map(({ values }) => values)
  shared = await resolveLinks(context, columns, all)
  const known = keyField ? await knownRecords(context, model, keyField, rows) : new Map<string, string>()
  const idOf = ({ values }: FileRow): string | undefined =>
    keyField ? known.get(keyText(keyField, values[keyField.key]) ?? '') : undefined
  const changes = rows.flatMap((row) => {
    const id = idOf(row)
    return id === undefined ? [] : [{ id, row }]
  })
  if (changes.length > 0) {
    const { refused, records, met } = await changeRecords(context, model, changes, arbiter)
    reject(
      refused,
      changes.map(({ row }) => row),
    )
    outcome.changed = records
    outcome.updated = records.length
    outcome.conflicts = met
    outcome.rejectedCount += met.length
    for (const { line, fields } of met)
      for (const [path, { mine, theirs }] of Object.entries(fields))
        outcome.rejected.push({
          row: line,
          path,
          message: conflictMessage,
          value: shown(mine),
          theirs: shown(theirs),
        })
  }
  const fresh = rows.filter((row) => idOf(row) === undefined)
  if (fresh.length > 0) {
    const drafts = fresh.map(({ values }) => ({ values }))
    const { ids, refused } = await createObjects(context, model, drafts, { onRefused: 'collect' })
    reject(refused, fresh)
    outcome.created = ids.size
  }
  outcome.rejected.sort((a, b) => a.row - b.row)
  return outcome
}
