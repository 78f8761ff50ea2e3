import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

/**
 * 422 where something is put into a cost group that is not in use any more; what stands in one stays there.
 */
export async function requireActiveGroups(
  context: RecordContext,
  changes: readonly RecordChange[],
): Promise<void> {
  const chosen = changes.flatMap(({ before, after }) => {
    const group = after && textOf(after, 'cost_group')
    return group && group !== (before && textOf(before, 'cost_group')) ? [group] : []
  })
  if (chosen.length === 0) return
  const groups = await loadObjects(context, modelNamed(context, 'cost_groups'), [...new Set(chosen)])
  const over = groups.find(({ attributes }) => attributes.active === false)
  if (!over) return
  const name = [textOf(over.attributes, 'code'), textOf(over.attributes, 'name')].filter(Boolean).join(' ')
  throw invalid([
    {
      path: 'cost_group',
      code: 'group_status',
      ...saying('“{{name}}” is not in use any more. Choose another cost group.', { name }),
    },
  ])
}
