import type { RejectedRow } from '#contracts/api/imports.ts'
import type { ErrorDetail } from '#base/app-error.ts'
import { messageOf, saying } from '#base/saying.ts'
import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import {
  checkDrafts,
  createObjects,
  writeChecked,
  type CheckedDrafts,
  type DraftChecker,
  type ObjectDraft,
} from '../records/create-objects.ts'
import { cellText } from '../exchange/table.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import {
  changeRecords,
  conflictMessage,
  type Arbiter,
  type ChangedRecord,
  type MetConflict,
} from './change-records.ts'
import { isLink, resolveLinks, textsOf, type SharedNames } from './resolve-links.ts'
import { knownRecords, lostRow } from './known-records.ts'
import { idField } from './match-columns.ts'
import { keyText, soundRows, type FileRow, type MappedColumn } from './row-batches.ts'

/** What was wrong with one row, and the value it had. */
export interface BadValue extends RejectedRow {
  value: string | null
  theirs: string | null
  /** With the first mistake of a row: what the file has in it, as JSON text. */
  cells?: string
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

/** The mistakes in the order of the file, the first of each row with what stands in it. */
function inOrder(rejected: readonly BadValue[], batch: readonly FileRow[]): BadValue[] {
  const rows = new Map(batch.map((row) => [row.line, row]))
  return rejected.toSorted(byRow).map((one) => {
    const cells = rows.get(one.row)?.cells
    rows.delete(one.row)
    // A text of its own: a piece of the file would keep all that was read with it.
    return cells ? { ...one, cells: JSON.stringify(cells.map((cell) => cellText(cell))) } : one
  })
}

const byRow = (a: BadValue, b: BadValue): number => a.row - b.row

function rejectFaulty(outcome: BatchOutcome, rows: readonly FileRow[]): void {
  for (const { line, fault } of rows)
    if (fault) {
      outcome.rejectedCount++
      outcome.rejected.push({ row: line, theirs: null, ...fault })
    }
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

const draftOf = ({ values }: Pick<FileRow, 'values'>): ObjectDraft => ({ values, numbered: true })

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
  return alone && key === undefined
    ? { by, checked: await checkDrafts(by, model, soundRows(batch).map(draftOf)) }
    : null
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
  rejectFaulty(outcome, batch)
  const sound = soundRows(batch)
  if (ahead && counts(ahead, context)) {
    const { ids, refused } = await writeChecked(context, model, ahead.checked, { onRefused: 'collect' })
    reject(refused, sound)
    outcome.created = ids.size
    return { ...outcome, rejected: inOrder(outcome.rejected, batch) }
  }
  // A step may run again after a deadlock: what the file says stays as it was.
  const named = sound.map((row) => ({ ...row, values: { ...row.values } }))
  const all = named.map(({ values }) => values)
  shared = await resolveLinks(context, columns, all)
  const known = keyField ? await knownRecords(context, model, keyField, named) : new Map<string, never>()
  const changes: { id: string; row: FileRow }[] = []
  const fresh: FileRow[] = []
  for (const row of named) {
    const own = keyField && row.values[keyField.key]
    const id = keyField && known.get(keyText(keyField, own) ?? '')
    const lost = keyField && lostRow(keyField, id, own !== undefined)
    if (keyField && lost) {
      outcome.rejectedCount++
      outcome.rejected.push({ row: row.line, path: keyField.key, ...lost, value: shown(own), theirs: null })
      continue
    }
    // What found the record is its own already; an Id is never written.
    const { [keyField?.key ?? '']: _found, ...others } = row.values
    if (typeof id === 'string') changes.push({ id, row: { ...row, values: others } })
    else fresh.push(keyField === idField ? { ...row, values: others } : row)
  }
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
  if (fresh.length > 0) {
    const { ids, refused } = await createObjects(context, model, fresh.map(draftOf), {
      onRefused: 'collect',
    })
    reject(refused, fresh)
    outcome.created = ids.size
  }
  return { ...outcome, rejected: inOrder(outcome.rejected, batch) }
}
