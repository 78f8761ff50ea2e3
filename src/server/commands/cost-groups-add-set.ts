import { z } from 'zod'
import { must } from '#base/assert.ts'
import type { CostGroupSet } from '#contracts/cost-group.ts'
import { shippedSets } from '#features/cost-groups/shipped-sets.ts'
import { createObjects } from '../records/create-objects.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Takes a cost group set of the product into the workspace; of one that is there it adds the groups that are missing. */
export const costGroupsAddSet = defineCommand({
  name: 'cost-groups.add-set',
  title: 'Add a cost group set',
  input: z.strictObject({ set: z.enum(shippedSets.map(({ key }) => key)) }),
  changes: ['cost_group_sets', 'cost_groups'],
  async run(context, { set: key }) {
    const shipped = must(shippedSets.find((one) => one.key === key))
    const set = await setOf(context, shipped)
    const there = await groupsOf(context, set)
    const present = there.size
    // Level after level: a part needs the id of the whole.
    let open = shipped.groups.filter(({ code }) => !there.has(code))
    const added = open.length
    while (open.length > 0) {
      const ready = open.filter(({ parent }) => parent === undefined || there.has(parent))
      const drafts = ready.map(({ code, name, parent }) => ({
        values: { set, code, name, ...(parent !== undefined && { parent: must(there.get(parent)) }) },
      }))
      const { ids } = await createObjects(context, modelFor(context, 'cost_groups', 'create'), drafts)
      ready.forEach(({ code }, index) => there.set(code, must(ids.get(index))))
      open = open.filter(({ code }) => !there.has(code))
    }
    return { id: set, added, present }
  },
})

async function setOf(context: RecordContext, { key, name, edition, code_pattern, licence }: CostGroupSet) {
  const where = { field: 'key', op: 'eq' as const, value: key }
  const { rows } = await ask(context, { model: 'cost_group_sets', where, fields: ['id'] })
  const [found] = rows
  if (found) return String(found.id)
  const values = { key, name, edition, code_pattern, licence }
  const { ids } = await createObjects(context, modelFor(context, 'cost_group_sets', 'create'), [{ values }])
  return must(ids.get(0))
}

/** Ids of the groups of a set by their codes, as far as this person may see them. */
async function groupsOf(context: RecordContext, set: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let after: string | null = null
  do {
    const { rows, page } = await ask(context, {
      model: 'cost_groups',
      where: { field: 'set', op: 'eq', value: set },
      fields: ['id', 'code'],
      page: { size: 500, ...(after !== null && { after }) },
    })
    for (const { id, code } of rows) found.set(String(code), String(id))
    after = page.after
  } while (after !== null)
  return found
}
