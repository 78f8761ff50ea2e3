import { must } from '#base/assert.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { loadObjects } from '../records/stored-object.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { carriedValues } from './carried.ts'
import { copyContent } from './copy-content.ts'
import { insertVersion } from './insert-version.ts'
import { keptOnce } from './kept-once.ts'
import { textOf } from './read-value.ts'
import { loadVersion, modelNamed, rowsOf } from './stored-version.ts'

/**
 * A new draft with everything another version holds, in whatever status that one is. Lines keep their lineage: they are
 * the same lines in another version. The caller has checked that the source may be seen.
 * @returns the id of the new version
 */
export async function forkVersion(
  context: RecordContext,
  from: string,
  { variant, label }: { variant?: string | undefined; label?: string | undefined },
): Promise<string> {
  const versions = modelFor(context, 'estimate_versions', 'create')
  modelFor(context, 'estimate_lines', 'create')
  const source = await loadVersion(context, from)
  const { attributes } = source.version
  const estimateId = must(textOf(attributes, 'estimate'))
  await guardWrite(context, versions, { kind: 'create', ids: [], incoming: [{ estimate: estimateId }] })
  const [estimate] = await loadObjects(context, modelNamed(context, 'estimates'), [estimateId])
  const siblings = await rowsOf(context, 'estimate_versions', 'estimate', [estimateId])
  const number = 1 + Math.max(0, ...siblings.map((row) => Number(row.attributes.version_no ?? 0)))
  const cause = { model_id: versions.id, record_id: from }
  return keptOnce(context, cause, async () => {
    const made = await insertVersion(context, {
      estimate: { id: estimateId, number: textOf(must(estimate).attributes, 'number') ?? '' },
      values: {
        ...carriedValues(attributes),
        variant: variant ?? attributes.variant,
        ...(label === undefined ? {} : { label }),
        parent_version: from,
      },
      number,
    })
    const id = must(made.changes[0]).id
    await recalculate(context, versions, made.changes)
    await copyContent(context, source, id, 'same')
    return id
  })
}
