import type { UndoStep } from '#contracts/api/undo.ts'
import { fieldsOf } from '../records/object-view.ts'
import { visibleInBin } from '../records/read-bin.ts'
import { visibleIds, type RecordContext } from '../records/record-context.ts'
import { isFieldNamedByProduct, isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { splitStep } from './goes-along.ts'
import { titleOf } from './record-title.ts'
import { stepChanges, type NetChange } from './step-events.ts'
import type { Direction, StoredStep } from './undo-stack.ts'

// Enough for a sentence: beyond it the count says "at least".
const mostLooked = 2_000

/** What a step did, in words, with what this reader may see now. */
export async function describeStep(
  context: RecordContext,
  step: StoredStep,
  direction: Direction,
): Promise<UndoStep> {
  const { workspace, access } = context
  const whole = { id: step.request_id, at: step.at }
  if (step.import_id !== null) return { ...whole, ...(await describeImport(context, step.import_id)) }
  const { own: changes } = splitStep(context, await stepChanges(context, step, mostLooked))
  const seen = changes.filter(({ modelId }) => {
    const model = workspace.modelsById.get(modelId)
    return model !== undefined && access.can(model, 'read')
  })
  const kinds = new Set(seen.map(({ kind }) => kind))
  const [first] = kinds
  const only = kinds.size === 1 && first !== undefined && first !== 'passing' ? first : 'several'
  const kind = direction === 'redo' ? turned[only] : only
  const modelIds = new Set(seen.map(({ modelId }) => modelId))
  const [modelId] = modelIds
  const model = modelIds.size === 1 && modelId !== undefined ? workspace.modelsById.get(modelId) : undefined
  const changed = kind === 'updated' ? labelsOf(context, seen) : { fields: [], own: [] }
  const own = model && !isNamedByProduct(model) ? [model.label, ...changed.own] : changed.own
  const told = {
    ...whole,
    kind,
    model: model ? { key: model.key, label: model.label } : null,
    count: seen.length,
    title: await titleOfOnly(context, seen),
    fields: changed.fields,
    ...(own.length > 0 && { own_words: own }),
  }
  return { ...told, text: inWords(told) }
}

async function titleOfOnly(context: RecordContext, changes: readonly NetChange[]): Promise<string | null> {
  const [only] = changes
  const model = only && context.workspace.modelsById.get(only.modelId)
  if (!only || !model || changes.length > 1) return null
  const { rows } = await context.tx.query<{ attributes: Record<string, unknown>; deleted: boolean }>(
    'select attributes, deleted_at is not null as deleted from app.objects where tenant_id = $1 and id = $2',
    [context.caller.tenantId, only.id],
  )
  const [row] = rows
  if (!row) return null
  // A record that left this reader's sight has no title for them, be it by a change before somebody deleted it.
  const isRuled = context.access.rowRule(model) !== null
  const visible = async (): Promise<Set<string>> =>
    row.deleted ? visibleInBin(context, model, [only.id]) : visibleIds(context, model.key, [only.id])
  if (isRuled && (await visible()).size === 0) return null
  return titleOf(context, model, row.attributes)
}

function labelsOf(
  { workspace, access }: RecordContext,
  changes: readonly NetChange[],
): { fields: string[]; own: string[] } {
  const labels = new Map<string, boolean>()
  for (const { modelId, after } of changes) {
    const model = workspace.modelsById.get(modelId)
    if (!model) continue
    const fields = new Map(fieldsOf(workspace, model, null).map((field) => [field.key, field]))
    // What is computed followed by itself; nobody changed it.
    for (const key of Object.keys(after)) {
      if (model.fields.get(key)?.computed || !access.mayRead(model, key, fields.has(key))) continue
      const label = fields.get(key)?.label ?? key
      labels.set(label, labels.get(label) === true || !isFieldNamedByProduct(model, { key, label }))
    }
  }
  const told = [...labels].slice(0, 20)
  return {
    fields: told.map(([label]) => label),
    own: told.flatMap(([label, isOwn]) => (isOwn ? [label] : [])),
  }
}

async function describeImport(
  { tx, caller }: RecordContext,
  id: string,
): Promise<Omit<UndoStep, 'id' | 'at'>> {
  const { rows } = await tx.query<{ name: string; count: number }>(
    'select name, created_count + updated_count as count from app.imports where tenant_id = $1 and id = $2',
    [caller.tenantId, id],
  )
  const { name, count } = rows[0] ?? { name: '', count: 0 }
  return { kind: 'imported', model: null, count, title: name, fields: [], text: `Imported “${name}”` }
}

// A step that was taken back is known by what taking it back did.
const turned = {
  created: 'deleted',
  deleted: 'created',
  restored: 'deleted',
  updated: 'updated',
  several: 'several',
} as const

const verbs = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  restored: 'Brought back',
  several: 'Changed',
}

function inWords({
  kind,
  model,
  count,
  title,
  fields,
}: Pick<UndoStep, 'model' | 'count' | 'title'> & {
  kind: keyof typeof verbs
  fields: readonly string[]
}): string {
  const what =
    count === 1
      ? title === null
        ? (model?.label ?? '1 record')
        : `“${title}”`
      : `${count} × ${model?.label ?? 'records'}`
  return fields.length > 0 && fields.length <= 3
    ? `${verbs[kind]} ${fields.join(', ')} of ${what}`
    : `${verbs[kind]} ${what}`
}
