import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { recalculate } from '../formulas/recalculate.ts'
import { loadObjects } from '../records/stored-object.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'
import { guardWrite } from '../standard-models/all-guards.ts'
import { copied } from './copied.ts'
import { copyRows } from './copy-rows.ts'
import { insertVersion } from './insert-version.ts'
import { keptOnce } from './kept-once.ts'
import { textOf } from './read-value.ts'
import { loadVersion, modelNamed, rowsOf, type StoredVersion } from './stored-version.ts'

const carried = [
  'currency',
  'price_date',
  'region',
  'rounding',
  'discount_pct',
  'vat_rates',
  'internal_note',
  'customer_text',
]

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
        ...Object.fromEntries(
          carried.flatMap((key) => (attributes[key] == null ? [] : [[key, attributes[key]]])),
        ),
        variant: variant ?? attributes.variant,
        ...(label === undefined ? {} : { label }),
        parent_version: from,
      },
      number,
    })
    const id = must(made.changes[0]).id
    await recalculate(context, versions, made.changes)
    await copyContent(context, source, id)
    return id
  })
}

/** Lines, resources, markups and further cost groups, under new ids that point to each other. */
async function copyContent(
  context: RecordContext,
  { version: { id: from }, lines, resources, markups }: StoredVersion,
  version: string,
): Promise<void> {
  const ids = new Map(lines.map(({ id }) => [id, newId()]))
  const shares = await rowsOf(context, 'line_classifications', 'line', [...ids.keys()])
  await copyRows(
    context,
    'estimate_lines',
    lines.map((row) => ({ ...copied(row, ['parent'], ids, { version }), id: must(ids.get(row.id)) })),
  )
  await copyRows(
    context,
    'estimate_resources',
    resources.map((row) => copied(row, ['line'], ids, { version })),
  )
  if (context.workspace.models.has('estimate_variables'))
    await copyRows(
      context,
      'estimate_variables',
      (await rowsOf(context, 'estimate_variables', 'version', [from])).map((row) =>
        copied(row, [], ids, { version }),
      ),
    )
  await copyRows(
    context,
    'estimate_markups',
    markups.map((row) => copied(row, [], ids, { version })),
  )
  await copyRows(
    context,
    'line_classifications',
    shares.map((row) => copied(row, ['line'], ids)),
  )
}
