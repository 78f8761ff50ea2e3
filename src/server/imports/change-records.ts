import { AppError } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import type { ImportRun } from '#contracts/api/imports.ts'
import { effectiveArchetype, effectiveFields } from '#kernel/models/effective-archetype.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { mergeBase, sameValue } from '../records/merge-base.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Refusals } from '../records/refusals.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'
import { updateObjects } from '../records/update-objects.ts'
import type { FileRow } from './row-batches.ts'
import { seenValues } from './seen-values.ts'

/** One record that an import changed, kept for the undo: the values before and after, by key. */
export interface ChangedRecord {
  id: string
  before: { old: Record<string, unknown>; imported: Record<string, unknown> }
}

/** A row that says otherwise than what somebody else made of the record since the file was made. */
export interface MetConflict {
  line: number
  id: string
  /** All that the file says about the record. */
  mine: Record<string, unknown>
  /** The fields in conflict. */
  fields: Record<string, { mine: unknown; theirs: unknown }>
}

/** How an import knows of other people's changes: from when the file is, and what counts in a conflict. */
export interface Arbiter {
  /** ISO 8601; rows may have a revision of their own. */
  at?: string | undefined
  conflicts: ImportRun['conflicts']
}

export const conflictMessage = 'Somebody else changed this since the file was made.'

interface RowOf {
  id: string
  row: FileRow
}

interface Change extends RowOf {
  values: Record<string, unknown>
  base?: Record<string, unknown>
}

const pick = (values: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]))

const byId = async (context: RecordContext, model: ModelInfo, rows: readonly RowOf[]) =>
  new Map(
    (
      await loadObjects(
        context,
        model,
        rows.map(({ id }) => id),
      )
    ).map((object) => [object.id, object]),
  )

/** What the rows want of each record, measured by what their author saw; those in conflict stand apart. */
async function weigh(
  context: RecordContext,
  model: ModelInfo,
  rows: readonly RowOf[],
  stored: ReadonlyMap<string, StoredObject>,
  { at, conflicts }: Arbiter,
): Promise<{ changes: Change[]; met: MetConflict[] }> {
  const { workspace, access } = context
  const asked = rows.flatMap(({ id, row }) => {
    const found = stored.get(id)
    if (!found) return []
    // Nobody can have seen what they may not read, and they must not learn of it by what is left out.
    const keys = Object.keys(row.values).filter((key) => access.mayRead(model, key, true))
    return [{ stored: found, keys, revision: row.revision ?? null }]
  })
  const seen = await seenValues(context, asked, at)
  const changes: Change[] = []
  const met: MetConflict[] = []
  for (const { id, row } of rows) {
    const base = seen.get(id)
    const object = stored.get(id)
    if (!base || !object) {
      changes.push({ id, row, values: row.values })
      continue
    }
    const { archetype } = effectiveArchetype(workspace, model, object.archetype_id)
    const fields = effectiveFields(model, archetype)
    // What the file leaves as it was is no change: it must not undo what others did.
    const values = Object.fromEntries(
      Object.entries(row.values).filter(
        ([key, value]) => !Object.hasOwn(base, key) || !sameValue(fields, key, value, base[key]),
      ),
    )
    try {
      mergeBase(model, access, fields, object.attributes, base, values)
      changes.push({ id, row, values, base })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'edit_conflict') throw error
      if (conflicts === 'overwrite') changes.push({ id, row, values })
      else
        met.push({
          line: row.line,
          id,
          mine: values,
          fields: (error.details as Pick<MetConflict, 'fields'>).fields,
        })
    }
  }
  return { changes, met }
}

/**
 * Changes the records that rows of a file are about. With an `arbiter` what somebody else changed since the file was made
 * is not overwritten: such rows are left out and answered, unless it says that the file counts.
 */
export async function changeRecords(
  context: RecordContext,
  model: ModelInfo,
  rows: readonly RowOf[],
  arbiter?: Arbiter,
): Promise<{ refused: Refusals; records: ChangedRecord[]; met: MetConflict[] }> {
  for (let attempt = 1; ; attempt++) {
    const before = await byId(context, model, rows)
    const { changes, met } = arbiter
      ? await weigh(context, model, rows, before, arbiter)
      : { changes: rows.map((one): Change => ({ ...one, values: one.row.values })), met: [] }
    try {
      const refusedChanges = await updateObjects(
        context,
        model,
        changes.map(({ id, values, base }) => ({ id, values, ...(base && { base }) })),
        { onRefused: 'collect' },
      )
      const after = await byId(context, model, changes)
      const records = changes.flatMap(({ id, row }, index): ChangedRecord[] => {
        if (refusedChanges.has(index)) return []
        const keys = Object.keys(row.values)
        const [old, imported] = [before, after].map((at) => pick(at.get(id)?.attributes ?? {}, keys))
        return [{ id, before: { old: must(old), imported: must(imported) } }]
      })
      const place = new Map(rows.map(({ id }, index) => [id, index]))
      const refused: Refusals = new Map(
        [...refusedChanges].map(([index, details]) => [must(place.get(must(changes[index]).id)), details]),
      )
      return { refused, records, met }
    } catch (error) {
      // Somebody was there between the look and the write: it is looked at again.
      if (!(error instanceof AppError) || error.code !== 'edit_conflict' || attempt === 3) throw error
    }
  }
}
