import type { ModelInfo } from '#kernel/models/workspace.ts'
import { slotValues } from '#kernel/sql/slots.ts'
import { toStatement } from '#kernel/sql/sql.ts'
import { assert } from '#base/assert.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import type { Tx } from '../database/in-tenant.ts'

/** Pieces for a statement that writes `attributes`; each begins with a comma, or is empty. */
export interface SlotColumns {
  /** For the columns of an `insert`. */
  columns: string
  /** For its `select`. */
  values: string
  /** For the `set` of an `update`. */
  assignments: string
}

const known = new WeakMap<ModelInfo, Map<string, SlotColumns>>()

/**
 * What a statement that writes a model's free maps must write beside them, from the map that it writes:
 * `slotColumns(model, 'r.attributes')`. `map` is SQL of our own code.
 */
export function slotColumns(model: ModelInfo, map: string): SlotColumns {
  let byMap = known.get(model)
  if (!byMap) known.set(model, (byMap = new Map()))
  let columns = byMap.get(map)
  if (!columns) byMap.set(map, (columns = write(model, map)))
  return columns
}

/**
 * Who writes must know which fields own which columns now; a workspace loaded before a release in the same transaction
 * does not.
 */
export function requireCurrent(tx: Pick<Tx, 'releaseId' | 'slotsId'>, workspace: Workspace): void {
  const current = workspace.releaseId === tx.releaseId && workspace.slotsId === tx.slotsId
  assert(current, 'records are written by the workspace as it is now: load it again after a release')
}

/** The same for some of the model's slots only. */
export const someSlotColumns = (model: ModelInfo, names: readonly string[], map: string): SlotColumns =>
  write(model, map, names)

function write(model: ModelInfo, map: string, names?: readonly string[]): SlotColumns {
  const pieces = slotValues(model, { parts: [map] }, names).map(({ column, value }) => ({
    column,
    value: toStatement(value).text,
  }))
  return {
    columns: pieces.map(({ column }) => `, ${column}`).join(''),
    values: pieces.map(({ value }) => `, ${value}`).join(''),
    assignments: pieces.map(({ column, value }) => `, ${column} = ${value}`).join(''),
  }
}
