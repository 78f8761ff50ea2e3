import { z } from 'zod'
import { AppError } from '#base/app-error.ts'
import { currentVersions } from '../estimates/current-versions.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { mayKnowMoney, openLines } from '../hierarchies/lines-at-nodes.ts'
import { defineCommand } from './command.ts'

const most = 200

/** The lines of the estimate of which something belongs to no node of the hierarchy yet; of many the first 200. */
export const openLinesOfHierarchy = defineCommand({
  name: 'hierarchy.open-lines',
  title: 'Look for lines that belong to no node',
  input: z.strictObject({ node: z.uuid(), search: z.string().trim().max(200).nullish() }),
  changes: [],
  reads: true,
  async run(context, { node, search }) {
    const { attributes } = await visibleRow(context, 'hierarchy_nodes', node, 'read')
    const hierarchy = textOf(attributes, 'hierarchy') ?? ''
    const { attributes: tree } = await visibleRow(context, 'hierarchies', hierarchy, 'read')
    if (!mayKnowMoney(context))
      throw new AppError('forbidden', 'Your role does not see all that this estimate is made of.')
    const project = textOf(tree, 'project') ?? ''
    const current = await currentVersions(context, await rowsOf(context, 'estimates', 'project', [project]))
    const words = search?.toLocaleLowerCase() ?? ''
    const lines = (current ? await openLines(context, hierarchy, current) : []).filter(({ number, title }) =>
      `${number} ${title}`.toLocaleLowerCase().includes(words),
    )
    return {
      currency: current?.currency ?? null,
      more: lines.length > most,
      lines: lines.slice(0, most).map((line) => ({ ...line })),
    }
  },
})
