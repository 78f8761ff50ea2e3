import { modelFor, type RecordContext } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { carriedValues } from './carried.ts'
import { copyContent } from './copy-content.ts'
import { keptOnce } from './kept-once.ts'
import { loadVersion } from './stored-version.ts'
import { visibleRow } from './visible-row.ts'

/**
 * Gives an estimate that has nothing yet the terms and the content of another version, its currency too: prices do not change
 * theirs by being copied. They are of the day they were taken; `estimate.reprice` takes those of today.
 */
export async function beginLike(
  context: RecordContext,
  { estimate, version, like }: { estimate: string; version: string; like: string },
): Promise<void> {
  const { attributes } = await visibleRow(context, 'estimate_versions', like, 'read')
  const estimates = modelFor(context, 'estimates', 'update')
  const versions = modelFor(context, 'estimate_versions', 'update')
  modelFor(context, 'estimate_lines', 'create')
  const values = carriedValues(attributes)
  await keptOnce(context, { model_id: versions.id, record_id: like }, async () => {
    await updateObjects(context, estimates, [{ id: estimate, values: { currency: attributes.currency } }], {
      path: '',
    })
    await updateObjects(context, versions, [{ id: version, values }], { path: '' })
    await copyContent(context, await loadVersion(context, like), version, 'own')
  })
}
