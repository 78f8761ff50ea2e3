import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { countChanges } from '../bim/revisions/count-changes.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import { defineCommand } from './command.ts'

/**
 * Settles what comparing two versions left open: an element is one of the version before (`before`, an element that is open
 * as well) and carries its identity on; or it is new; or, where only the one before is known, it is gone.
 */
export const bimSettle = defineCommand({
  name: 'bim.settle',
  title: 'Settle what an element was',
  input: z.strictObject({ change: z.uuid(), before: z.uuid().nullable() }),
  changes: ['bim_changes', 'bim_elements', 'bim_model_versions'],
  async run(context, { change, before }) {
    const model = modelFor(context, 'bim_changes', 'update')
    const elements = modelFor(context, 'bim_elements', 'read')
    const { attributes } = await visibleRow(context, 'bim_changes', change, 'update')
    const element = textOf(attributes['element'])
    const version = textOf(attributes['version'])
    if (attributes['kind'] !== 'review' || version === null)
      throw refusal('change', 'This is settled already.')
    if (before !== null && element === null)
      throw refusal('before', 'Choose the element of the newer version, then the one it was.')
    const cause = { model_id: model.id, record_id: change }
    const kind = before !== null ? 'carried' : element === null ? 'removed' : 'added'
    if (before !== null && element !== null) {
      const other = await openOf(context, version, before)
      const was = await visibleRow(context, 'bim_elements', before, 'read')
      const identity = textOf(was.attributes['identity']) ?? before
      await keepValues(context, elements, new Map([[element, { change: kind, identity }]]), cause)
      await deleteObjects(context, model, [other])
    } else if (element !== null)
      await keepValues(context, elements, new Map([[element, { change: kind }]]), cause)
    const values = { kind, method: 'manual', ...(before !== null && { before }) }
    await keepValues(context, model, new Map([[change, values]]), cause)
    await countChanges(context, model, version, cause)
    return { change, kind }
  },
})

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const refusal = (path: string, message: string): AppError => invalid([{ path, code: 'settled', message }])

/** The open change of an element of the version before; 422 where it is not open. */
async function openOf(context: RecordContext, version: string, before: string): Promise<string> {
  const { rows } = await ask(context, {
    model: 'bim_changes',
    fields: ['id'],
    where: {
      and: [
        { field: 'version', op: 'eq', value: version },
        { field: 'kind', op: 'eq', value: 'review' },
        { field: 'before', op: 'eq', value: before },
        { field: 'element', op: 'empty', value: true },
      ],
    },
  })
  const id = textOf(rows[0]?.['id'])
  if (id === null) throw refusal('before', 'This element is not open any more.')
  return id
}
