import { must } from '#base/assert.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'

type Values = Readonly<Record<string, unknown>>

/** Makes records of a model, all in one statement, and answers their ids in the order given. */
export async function create(
  context: RecordContext,
  key: string,
  values: readonly Values[],
): Promise<string[]> {
  const drafts = values.map((one) => ({ values: { ...one } }))
  const { ids } = await createObjects(context, modelFor(context, key, 'create'), drafts)
  return drafts.map((_draft, index) => must(ids.get(index)))
}

/** Makes one record and answers its id. */
export const createOne = async (context: RecordContext, key: string, values: Values): Promise<string> =>
  must((await create(context, key, [values]))[0])

/** Changes one record. */
export const change = (context: RecordContext, key: string, id: string, values: Values): Promise<unknown> =>
  updateObjects(context, modelFor(context, key, 'update'), [{ id, values: { ...values } }])

/** Values of two fields of the records of a model, at most 500, as pairs. */
export async function pairs(
  context: RecordContext,
  model: string,
  from: string,
  to: string,
  only?: { field: string; value: string },
): Promise<Map<string, string>> {
  const { rows } = await ask(context, {
    model,
    fields: [from, to],
    ...(only && { where: { field: only.field, op: 'eq', value: only.value } }),
    page: { size: 500 },
  })
  return new Map(rows.map((row) => [String(row[from]), String(row[to])]))
}

/** A line of a version. */
export interface DemoLine {
  id: string
  rate: string
}

/** The lines of a version, at most 200, by their titles. */
export async function linesOf(context: RecordContext, version: string): Promise<Map<string, DemoLine>> {
  const { rows } = await ask(context, {
    model: 'estimate_lines',
    fields: ['id', 'title', 'rate'],
    where: { field: 'version', op: 'eq', value: version },
    page: { size: 200 },
  })
  return new Map(
    rows.map(({ id, title, rate }) => [String(title), { id: String(id), rate: String(rate ?? 0) }]),
  )
}

/** Brings a version from draft to where it can be decided on. */
export async function issue(context: RecordContext, version: string): Promise<void> {
  for (const status of ['in_review', 'approved', 'issued'])
    await change(context, 'estimate_versions', version, { status })
}

/** The version an estimate stands at. */
export async function currentOf(context: RecordContext, estimate: string): Promise<string> {
  const { rows } = await ask(context, {
    model: 'estimates',
    where: { field: 'id', op: 'eq', value: estimate },
  })
  return String(must(rows[0]).current_version)
}
