import { must } from '#base/assert.ts'
import { canonicalJson, isJsonObject } from '#base/json.ts'
import { newId } from '#base/ids.ts'
import { evaluateFormula } from '#expressions/formulas/evaluate-formula.ts'
import type { Computed } from '#kernel/formulas/computed.ts'
import { formulaPlan } from '#kernel/formulas/plan.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compileComputed } from '#kernel/sql/compile-computed.ts'
import type { RecordContext } from '../records/record-context.ts'
import { lockInputs } from './lock-inputs.ts'

/** A record that is about to be written; its computed values are put into `attributes` and `changed`. */
export interface FillableRecord {
  /** Its id, where it is stored already. */
  stored?: string
  attributes: Record<string, unknown>
  /** Keys that differ from what is stored; null for a new record. */
  changed: string[] | null
}

/**
 * Works out the computed fields of records that are about to be written, so that row and history get them together with
 * what was written. Formulas over the record alone are worked out here; one statement for the batch does the rest, after
 * the records they read were locked (so that nobody changes a price between our look and our commit).
 */
export async function fillComputed(
  context: RecordContext,
  model: ModelInfo,
  records: readonly FillableRecord[],
): Promise<void> {
  const all = formulaPlan(context.workspace).byModel.get(model.key)
  if (!all || records.length === 0) return
  const stale = records.map((record) => staleFields(all, record.changed))
  const wanted = all.filter((computed) => stale.some((fields) => fields.has(computed)))
  if (wanted.length === 0) return
  if (wanted.every(isLocal)) {
    for (const [index, record] of records.entries())
      for (const computed of wanted)
        if (stale[index]?.has(computed)) put(record, computed.key, evaluateOwn(computed, record.attributes))
    return
  }
  await lockInputs(
    context,
    model,
    wanted,
    records.map(({ attributes }) => attributes),
  )
  const source = records.map(({ attributes, stored = null }) => ({ id: newId(), stored, attributes }))
  const { text, values } = compileComputed(context.workspace, model, wanted, {
    records: source,
    maker: context.caller.userId,
  })
  const { rows } = await context.tx.query<{ id: string; values: Record<string, unknown> }>(text, values)
  const found = new Map(rows.map((row) => [row.id, row.values]))
  for (const [index, record] of records.entries()) {
    const worked = must(found.get(must(source[index]).id))
    for (const { key } of wanted) put(record, key, worked[key] ?? null)
  }
}

/** The computed fields that a change of these keys touches inside the record, in order. */
function staleFields(all: readonly Computed[], changed: readonly string[] | null): Set<Computed> {
  if (changed === null) return new Set(all)
  const keys = new Set(changed)
  const stale = new Set<Computed>()
  for (const computed of all) {
    if (!computed.reads.some(({ steps, key }) => steps.length === 0 && keys.has(key))) continue
    stale.add(computed)
    keys.add(computed.key)
  }
  return stale
}

const isLocal = ({ rollup, reads }: Computed): boolean =>
  rollup === null && reads.every(({ steps, column }) => steps.length === 0 && column === undefined)

function evaluateOwn({ expression, result }: Computed, attributes: Record<string, unknown>): unknown {
  const { tree, inputs } = must(expression)
  const parts = inputs.flatMap(({ name, key, part }) =>
    part === undefined ? [] : [[name, partOf(attributes[key], part)]],
  )
  return evaluateFormula(
    { tree, inputs, result },
    parts.length > 0 ? { ...attributes, ...Object.fromEntries(parts) } : attributes,
  )
}

const partOf = (address: unknown, part: string): unknown =>
  isJsonObject(address) && Object.hasOwn(address, part) ? address[part] : null

function put(record: FillableRecord, key: string, value: unknown): void {
  const before = Object.hasOwn(record.attributes, key) ? record.attributes[key] : null
  if (canonicalJson(before ?? null) === canonicalJson(value)) return
  if (value === null) delete record.attributes[key]
  else record.attributes[key] = value
  if (record.changed && !record.changed.includes(key)) record.changed.push(key)
}
