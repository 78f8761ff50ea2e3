import { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import { findPlace, type Wish } from '../estimates/find-place.ts'
import { nodesAbove, nodesAround } from '../estimates/nodes-inside.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, requireVisible } from '../records/record-context.ts'
import { updateObjects } from '../records/update-objects.ts'
import { defineCommand } from './command.ts'

/**
 * Moves nodes with what is inside them, in the order in which they are given: beside another one, or last into a section. What
 * stands inside another one of them goes with it. One step back takes back all of it.
 */
export const moveEstimateLines = defineCommand({
  name: 'estimate.move-lines',
  title: 'Move lines',
  input: z.strictObject({
    lines: z.array(z.uuid()).min(1).max(1000),
    place: z.enum(['above', 'below', 'inside']),
    target: z.uuid(),
  }),
  changes: ['estimate_lines', 'estimate_versions', 'estimates'],
  async run(context, { lines, place, target }) {
    const model = modelFor(context, 'estimate_lines', 'update')
    const { attributes } = await visibleRow(context, 'estimate_lines', target, 'update')
    await requireVisible(context, model, lines)
    const version = String(attributes.version)
    let wish: Wish =
      place === 'inside' ? { inside: target } : place === 'below' ? { below: target } : { above: target }
    const byId = await nodesAbove(context, version, lines)
    for (const row of await nodesAround(context, version, wish)) byId.set(row.id, row)
    const chosen = new Set(lines)
    if (lines.some((id) => !byId.has(id)))
      throw invalid([{ path: 'lines', code: 'version', message: 'These lines are not of one version.' }])
    if (place === 'inside' && textOf(byId.get(target)?.attributes ?? {}, 'kind') !== 'section')
      throw invalid([{ path: 'target', code: 'place', message: 'Only sections hold lines.' }])
    if (chosen.has(target) || isInside(byId, target, chosen))
      throw invalid([{ path: 'target', code: 'place', message: 'Nothing can be moved into itself.' }])
    const moving = [...chosen].filter((id) => !isInside(byId, id, chosen))
    const changes: { id: string; values: { parent: string | null; sort: string } }[] = []
    for (const id of moving) {
      const values = findPlace([...byId.values()], wish, id)
      changes.push({ id, values })
      const row = byId.get(id)
      if (row) byId.set(id, { ...row, attributes: { ...row.attributes, ...values } })
      wish = { below: id }
    }
    await updateObjects(context, model, changes, { path: 'lines' })
    return { moved: moving.length }
  },
})

/** Whether a node stands in one of these, at any depth. */
function isInside(rows: ReadonlyMap<string, StoredRow>, id: string, nodes: ReadonlySet<string>): boolean {
  const above = (one: string): string | null => textOf(rows.get(one)?.attributes ?? {}, 'parent')
  for (let at = above(id); at !== null; at = above(at)) if (nodes.has(at)) return true
  return false
}
