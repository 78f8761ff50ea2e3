import { AppError, invalid, type ErrorDetail } from '#base/app-error.ts'
import { newId } from '#base/ids.ts'
import type { ImportMapping, ImportRun } from '#contracts/api/imports.ts'
import type { Field } from '#contracts/field.ts'
import { fieldTypeOf } from '#contracts/field-types.ts'
import { modelWriteSchema, type ModelWrite } from '#contracts/model.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import type { ImportRecord } from './import-row.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { compileDocuments } from '../workspaces/compile-documents.ts'
import type { Arbiter } from './change-records.ts'
import { inZone } from './infer-columns.ts'
import type { LinkMatch, MappedColumn } from './row-batches.ts'
import { idField, importableFields, matchColumns, revisionColumn } from './match-columns.ts'

const closedAreas = {
  models: 'Your role may not change models: import into a model that exists.',
  layouts: 'Your role may not change screens: import into a model that exists.',
  routes: 'Your role may not change addresses: import into a model that exists.',
} as const

/** An import that can run: the model (a new one is not released yet), which column fills which field. */
export interface ImportPlan {
  /** The context in which the new model exists already. */
  context: RecordContext
  model: ModelInfo
  /** Id and definition of a model that the import makes. */
  newModel: { id: string; body: ModelWrite } | null
  columns: MappedColumn[]
  /** Index of the column with the revision of each record, or null. */
  revision: number | null
  /** Set where other people's changes since the file was made are to be kept. */
  arbiter?: Arbiter
}

const detail = (path: string, code: string, message: string): ErrorDetail => ({ path, code, message })

/** The workspace as it will be with one more model. */
function withModel(workspace: Workspace, id: string, body: ModelWrite): Workspace {
  const extra = compileDocuments(workspace.tenantId, workspace.releaseId, [
    { kind: 'model', id, key: body.key, body, created_at: new Date().toISOString() },
  ])
  return {
    ...workspace,
    models: new Map([...workspace.models, ...[...extra.models].filter(([key]) => key === body.key)]),
    modelsById: new Map([...workspace.modelsById, ...extra.modelsById]),
  }
}

function newFields(run: ImportRun): Field[] {
  const mappings = run.columns ?? []
  const fields = mappings.flatMap((column) => ('field' in column ? [column.field] : []))
  const details: ErrorDetail[] = []
  for (const [index, column] of mappings.entries()) {
    if ('to' in column)
      details.push(
        detail(`columns.${index}.to`, 'new_model', 'A new model has no fields yet: describe the field.'),
      )
    if ('field' in column && fields.filter(({ key }) => key === column.field.key).length > 1)
      details.push(detail(`columns.${index}.field.key`, 'duplicate', 'Two columns have the same key.'))
  }
  if (fields.length === 0) details.push(detail('columns', 'empty', 'Choose at least one column.'))
  if (details.length > 0) throw invalid(details)
  return fields
}

function planNewModel(context: RecordContext, run: ImportRun): { id: string; body: ModelWrite } {
  if (!('new_model' in run.target)) throw new AppError('invalid')
  const { access, workspace } = context
  const { list, detail: record, form, routes } = run.generate
  const areas = [
    'models',
    ...(list || record || form ? (['layouts'] as const) : []),
    ...(routes ? (['routes'] as const) : []),
  ] as const
  for (const area of areas) if (!access.manages(area)) throw new AppError('forbidden', closedAreas[area])
  const { key, label, description, icon } = run.target.new_model
  if (workspace.models.has(key) || key.startsWith('sys_'))
    throw new AppError('not_unique', 'A model has this key already.', {
      details: [detail('target.new_model.key', 'not_unique', 'A model has this key already.')],
    })
  const fields = newFields(run)
  const title =
    fields.find((field) => /^(name|title|titel|bezeichnung|designation|label|kurztext)$/i.test(field.key)) ??
    fields.find(({ type }) => type === 'text')
  const parsed = modelWriteSchema.safeParse({
    key,
    label,
    description: description ?? null,
    ...(icon === undefined ? {} : { icon }),
    schema: { version: 1, fields, ...(title ? { title_field: title.key } : {}) },
  })
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => detail(issue.path.join('.'), issue.code, issue.message)))
  return { id: newId(), body: parsed.data }
}

/** What keeps a relation from being found by a field of the model it leads to. Throws 403 when such records may not be made. */
function matchProblems(
  { workspace, access }: RecordContext,
  field: Field,
  match: LinkMatch,
  path: string,
): ErrorDetail[] {
  const target = workspace.models.get(field.type === 'relation' ? (field.target ?? '') : '')
  if (!target || !access.can(target, 'read'))
    return [detail(path, 'relation', 'Only a link to other records can be found by one of their fields.')]
  const found = access.readable(target).get(match.field)
  if (!found || found.kind === 'id')
    return [detail(`${path}.field`, 'unknown_field', 'There is no such field.')]
  if (match.missing === 'create' && !access.can(target, 'create'))
    throw new AppError('forbidden', 'Your role may not create records of the linked kind.')
  return []
}

/** What the columns of a file are called in it. */
function headersOf(staged: ImportRecord['staged']): string[] {
  const headers = [...(staged?.headers ?? [])]
  for (const { index, label } of staged?.columns ?? []) headers[index] ??= label
  return headers
}

/** Columns by the names that the file and the model have in common. */
function matching(
  context: RecordContext,
  model: ModelInfo,
  { staged }: ImportRecord,
  key: string | undefined,
): ImportMapping[] {
  const inferred = staged?.columns ?? []
  const { columns } = matchColumns(context, model, headersOf(staged), inferred, key)
  return columns.map(({ index, field, match }) => ({
    source: inferred.find((column) => column.index === index)?.key ?? '',
    to: field.key,
    ...(match && { match }),
  }))
}

/** How the run knows what the author of the file had before them. Throws 422 for a column that is not there. */
function seenBy(run: ImportRun, { staged }: ImportRecord): Pick<ImportPlan, 'revision' | 'arbiter'> {
  const { seen, key, conflicts } = run
  if (key === undefined) return { revision: null }
  if (seen && 'at' in seen) return { revision: null, arbiter: { at: seen.at, conflicts } }
  const named = staged?.columns.find((column) => column.key === seen?.revision)?.index ?? null
  if (seen && named === null)
    throw invalid([detail('seen.revision', 'unknown_column', 'The file has no such column.')])
  const revision = named ?? (run.columns ? null : revisionColumn(headersOf(staged)))
  return revision === null ? { revision } : { revision, arbiter: { conflicts } }
}

/** Why no column can fill a field. */
function noSuchField(
  { access }: RecordContext,
  model: ModelInfo,
  key: string,
): [code: string, message: string] {
  if (key === idField.key)
    return ['key', 'The Id only says which record a row is about: choose it as what records are found by.']
  const type = access.readable(model).get(key)?.type
  return type !== undefined && fieldTypeOf(type).assigned === true
    ? ['assigned', 'New records get numbers of their own here: leave this column out.']
    : ['unknown_field', 'There is no such field.']
}

function mapColumns(
  context: RecordContext,
  model: ModelInfo,
  run: ImportRun,
  row: ImportRecord,
): MappedColumn[] {
  const mappings = run.columns ?? matching(context, model, row, run.key)
  const known = new Map((row.staged?.columns ?? []).map((column) => [column.key, column]))
  const fields = new Map(importableFields(context, model, run.key).map((field) => [field.key, field]))
  const details: ErrorDetail[] = []
  const columns: MappedColumn[] = []
  for (const [index, column] of mappings.entries()) {
    if ('skip' in column) continue
    const source = known.get(column.source)
    const field = fields.get('field' in column ? column.field.key : column.to)
    if (!source)
      details.push(detail(`columns.${index}.source`, 'unknown_column', 'The file has no such column.'))
    else if (!field)
      details.push(
        detail(
          `columns.${index}.${'field' in column ? 'field.key' : 'to'}`,
          ...noSuchField(context, model, 'field' in column ? column.field.key : column.to),
        ),
      )
    else if (columns.some((other) => other.field.key === field.key))
      details.push(detail(`columns.${index}`, 'duplicate', 'Two columns lead to the same field.'))
    else {
      const match = 'to' in column ? column.match : undefined
      if (match) details.push(...matchProblems(context, field, match, `columns.${index}.match`))
      columns.push({
        index: source.index,
        field,
        format: inZone(source.format, run.zone),
        ...(match && { match }),
      })
    }
  }
  if (run.key !== undefined && !columns.some(({ field }) => field.key === run.key))
    details.push(detail('key', 'unknown_field', 'The key is none of the imported fields.'))
  if (columns.length === 0 && details.length === 0)
    details.push(detail('columns', 'empty', 'Choose at least one column.'))
  if (details.length > 0) throw invalid(details)
  return columns
}

/** Checks what is asked for against the file, the workspace and the rights of the caller. Throws 403, 404, 422. */
export function planImport(context: RecordContext, row: ImportRecord, run: ImportRun): ImportPlan {
  if ('model' in run.target) {
    const model = modelFor(context, run.target.model, 'create')
    if (run.key !== undefined) modelFor(context, run.target.model, 'update')
    if (model.kind !== 'objects') throw new AppError('forbidden', 'Files are imported into your own models.')
    const described = run.columns?.findIndex((column) => 'field' in column) ?? -1
    if (described !== -1)
      throw invalid([
        detail(
          `columns.${described}.field`,
          'model',
          'This model has its fields already: name one with "to".',
        ),
      ])
    return {
      context,
      model,
      newModel: null,
      columns: mapColumns(context, model, run, row),
      ...seenBy(run, row),
    }
  }
  const newModel = planNewModel(context, run)
  const workspace = withModel(context.workspace, newModel.id, newModel.body)
  const ahead = { ...context, workspace, access: accessOf(workspace, context.caller) }
  const model = workspace.modelsById.get(newModel.id)
  if (!model) throw new AppError('invalid')
  return { context: ahead, model, newModel, columns: mapColumns(ahead, model, run, row), revision: null }
}
