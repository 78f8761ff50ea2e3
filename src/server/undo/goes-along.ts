import { groupBy } from '#base/group-by.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import type { RecordContext } from '../records/record-context.ts'
import { restoreObject } from '../records/restore-object.ts'
import type { NetChange } from './step-events.ts'

/** What the product takes away with a record, whoever removes that (`estimates/remove-quotes.ts`): the field that names it. */
const goesWith: Readonly<Record<string, string>> = { estimate_quotes: 'line' }

/** The changes of a step, apart from those that only followed from others. */
export interface SplitStep {
  own: NetChange[]
  /** By the id of the record they went or came with. */
  along: ReadonlyMap<string, NetChange[]>
}

/** Splits what a step did from what went along with a record it deleted, or came back along with one it brought back. */
export function splitStep(
  { workspace }: Pick<RecordContext, 'workspace'>,
  changes: readonly NetChange[],
): SplitStep {
  const kinds = new Map(changes.map(({ id, kind }) => [id, kind]))
  const leaderOf = ({ modelId, kind, before, after }: NetChange): string | null => {
    const field = goesWith[workspace.modelsById.get(modelId)?.source?.standard ?? '']
    if (field === undefined || (kind !== 'deleted' && kind !== 'restored')) return null
    const id = (kind === 'deleted' ? before : after)[field]
    return typeof id === 'string' && kinds.get(id) === kind ? id : null
  }
  return {
    own: changes.filter((change) => leaderOf(change) === null),
    along: groupBy(
      changes.filter((change) => leaderOf(change) !== null),
      (change) => String(leaderOf(change)),
    ),
  }
}

/** Brings back what went along with these records, which are back, by the right to those alone. */
export async function bringAlong(
  context: RecordContext,
  { along }: SplitStep,
  ids: readonly string[],
): Promise<void> {
  for (const { modelId, id } of ids.flatMap((leader) => along.get(leader) ?? [])) {
    const model = context.workspace.modelsById.get(modelId)
    if (model) await restoreObject(context, model, id, { follows: true })
  }
}

/** Takes away again what came back along with these records, which are to go, by the right to those alone. */
export async function takeAlong(
  context: RecordContext,
  { along }: SplitStep,
  ids: readonly string[],
): Promise<void> {
  const going = groupBy(
    ids.flatMap((leader) => along.get(leader) ?? []),
    ({ modelId }) => modelId,
  )
  for (const [modelId, changes] of going) {
    const model = context.workspace.modelsById.get(modelId)
    const own = changes.map(({ id }) => id)
    if (model) await deleteObjects(context, model, own, { follows: true })
  }
}

/** The keys of the models of what went along with these records, where this reader sees all of them. */
export const modelsAlong = (
  { workspace, access }: RecordContext,
  { along }: SplitStep,
  ids: Iterable<string>,
): string[] => {
  const models = [...ids].flatMap((id) =>
    (along.get(id) ?? []).flatMap(({ modelId }) => workspace.modelsById.get(modelId) ?? []),
  )
  return [...new Set(models)]
    .filter((model) => access.can(model, 'read') && access.rowRule(model) === null)
    .map(({ key }) => key)
}
