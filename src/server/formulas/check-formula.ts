import { AppError } from '#base/app-error.ts'
import type { FormulaCheck } from '#contracts/calculation.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { formulaPlan } from '#kernel/formulas/plan.ts'
import { computedProblems, type ModelInfo } from '#kernel/models/workspace.ts'
import { compileComputed } from '#kernel/sql/compile-computed.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { futureOf } from '../releases/future.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { compileDocuments } from '../workspaces/compile-documents.ts'

const mostRecords = 5

interface Tried {
  model: string
  fields: FieldDefinition[]
  field: string
}

/**
 * Tries a computed field as if its model were saved: what comes out, what is wrong, and its value for the newest records
 * that this person sees. Nothing is written. A value is told only to who may read everything behind it.
 */
export async function checkFormula(
  context: RecordContext,
  { model: key, fields, field }: Tried,
): Promise<FormulaCheck> {
  const { tx, caller, workspace } = context
  const known = workspace.models.get(key)
  if (known?.kind !== 'objects' || !known.source) throw new AppError('not_found')
  const { id: _id, created_at: _at, ...body } = known.source
  const changed = { ...body, schema: { version: 1, ...body.schema, fields } }
  const future = await futureOf(tx, caller, [{ kind: 'model', key, body: changed, id: known.source.id }])
  const documents = future.documents()
  const problems = computedProblems(documents)
    .filter((problem) => problem.model === key && problem.key === field)
    .map(({ part, code, message, at }) => ({ part, code, message, at }))
  const tried = compileDocuments(caller.tenantId, '', documents)
  const model = tried.models.get(key)
  const info = model?.fields.get(field)
  if (!model || !info?.computed) throw new AppError('not_found')
  if (problems.length > 0) return { result: null, problems, preview: [] }
  const { type, field: result } = info
  const { scale, currency } = result
  const access = accessOf(tried, caller)
  const open = access.mayReadDefinition(model, field) && access.can(model, 'read')
  return {
    result: {
      type,
      ...(scale === undefined ? {} : { scale }),
      ...(currency === undefined ? {} : { currency }),
    },
    problems,
    preview: open ? await previewOf({ ...context, workspace: tried, access }, model, known, field) : [],
  }
}

async function previewOf(
  context: RecordContext,
  model: ModelInfo,
  known: ModelInfo,
  field: string,
): Promise<FormulaCheck['preview']> {
  const title =
    known.titleField !== null && context.access.mayRead(model, known.titleField) ? known.titleField : null
  const { rows } = await ask(context, {
    model: model.key,
    fields: ['id', ...(title === null ? [] : [title])],
    sort: [{ field: 'id', dir: 'desc' }],
    page: { size: mostRecords },
  })
  const ids = rows.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
  if (ids.length === 0) return []
  const all = formulaPlan(context.workspace).byModel.get(model.key) ?? []
  const { text, values } = compileComputed(context.workspace, model, all, { ids })
  const worked = await context.tx.query<{ id: string; values: Record<string, unknown> }>(text, values)
  const byId = new Map(worked.rows.map((row) => [row.id, row.values]))
  return rows.flatMap((row) => {
    if (typeof row.id !== 'string') return []
    const name = title === null ? null : row[title]
    return [
      {
        id: row.id,
        title: typeof name === 'string' || typeof name === 'number' ? String(name) : '',
        value: byId.get(row.id)?.[field] ?? null,
      },
    ]
  })
}
