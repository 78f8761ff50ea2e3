import { saying } from '#base/saying.ts'
import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { toldTitle } from '../estimates/locked-version.ts'
import { textOf } from '../estimates/read-value.ts'
import { removeQuotes } from '../estimates/remove-quotes.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { takeFromNodes } from '../hierarchies/take-from-nodes.ts'
import { deleteObjects } from '../records/delete-objects.ts'
import { modelFor } from '../records/record-context.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { wholeEstimate } from '../estimates/whole-estimate.ts'
import { defineCommand } from './command.ts'

/** Takes an estimate away with its versions, as long as they are all drafts. */
export const removeEstimate = defineCommand({
  name: 'estimate.remove',
  title: 'Remove estimate',
  input: z.strictObject({ estimate: z.uuid() }),
  changes: [...wholeEstimate, 'node_lines'],
  async run(context, { estimate }) {
    const model = modelFor(context, 'estimates', 'delete')
    await visibleRow(context, 'estimates', estimate, 'delete')
    const versions = await rowsOf(context, 'estimate_versions', 'estimate', [estimate])
    const kept = versions.find(({ attributes }) => attributes.status !== 'draft')
    if (kept) {
      const title = await toldTitle(context, { id: kept.id, title: textOf(kept.attributes, 'title') ?? '' })
      const words =
        title === null
          ? { message: 'A version is no draft and stays.' }
          : saying('“{{title}}” is no draft and stays.', { title })
      throw invalid([{ path: 'estimate', code: 'locked', ...words }])
    }
    const ids = versions.map(({ id }) => id)
    await keptOnce(context, { model_id: model.id, record_id: estimate }, async () => {
      const lines = (await rowsOf(context, 'estimate_lines', 'version', ids)).map(({ id }) => id)
      const remove = async (key: string, gone: readonly string[]): Promise<void> => {
        if (gone.length > 0) await deleteObjects(context, modelFor(context, key, 'delete'), gone)
      }
      const idsOf = async (key: string, field: string, targets: readonly string[]): Promise<string[]> =>
        (await rowsOf(context, key, field, targets)).map(({ id }) => id)
      await remove('line_classifications', await idsOf('line_classifications', 'line', lines))
      await removeQuotes(context, lines)
      await remove('estimate_resources', await idsOf('estimate_resources', 'version', ids))
      await remove('estimate_markups', await idsOf('estimate_markups', 'version', ids))
      await takeFromNodes(context, lines)
      await remove('estimate_lines', lines)
      // They may have been made from each other.
      for (const { id } of versions.toSorted(
        (a, b) => Number(b.attributes.version_no) - Number(a.attributes.version_no),
      ))
        await remove('estimate_versions', [id])
      await deleteObjects(context, model, [estimate])
    })
    return { removed: estimate }
  },
})
