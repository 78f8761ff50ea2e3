import { must } from '#base/assert.ts'
import { hierarchyCreate } from '../commands/hierarchy-create.ts'
import { portalOpen } from '../commands/portal-open.ts'
import type { Caller } from '../database/in-tenant.ts'
import { changeMember } from '../members/change-members.ts'
import { nodeSorts } from '../hierarchies/node-sorts.ts'
import { withRecords } from '../records/open-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Services } from '../services.ts'
import { addDemoModels } from './add-demo-models.ts'
import { dayOf } from './demo-days.ts'
import type { DemoCrew } from './demo-records.ts'
import type { DemoNode, DemoSite } from './demo-site-file.ts'
import { create, createOne, pairs } from './demo-writer.ts'

const models = [
  'acceptances',
  'actual_costs',
  'bim_changes',
  'bim_elements',
  'bim_viewpoints',
  'estimate_markups',
  'estimate_questions',
  'estimate_resources',
  'hierarchy_nodes',
  'line_classifications',
  'line_links',
  'node_lines',
  'portal_access',
  'progress_entries',
  'project_news',
  'takeoff_items',
  'work_plans',
]
const starters = new Set(['customers', 'projects', 'suppliers'])

/** What the rest of the site hangs on. */
export interface DemoPlaces {
  project: string
  customer: string
  /** The other project and its customer, as links of a record. */
  other: { project: string; customer: string }
  /** Ids of places and of parts of the work by their codes. */
  nodes: ReadonlyMap<string, string>
}

/** Projects with their customers and trees, and the customer area with the person who stands for one of them. */
export async function writeDemoSite(
  services: Services,
  crew: DemoCrew,
  site: DemoSite,
  today: Date,
): Promise<DemoPlaces> {
  const owner = crew.byRole('owner')
  await addDemoModels(owner, models, starters, 'Site')
  const made = await withRecords({ caller: owner, services }, async (context) => {
    const customer = await createOne(context, 'customers', site.customer)
    const project = await createOne(context, 'projects', { ...dated(site.project, today), customer })
    const otherCustomer = await createOne(context, 'customers', site.other.customer)
    const other = await createOne(context, 'projects', { ...site.other.project, customer: otherCustomer })
    const nodes = new Map<string, string>()
    for (const tree of site.trees)
      for (const [code, id] of await writeTree(context, services, project, tree)) nodes.set(code, id)
    return { project, customer, other: { project: other, customer: otherCustomer }, nodes }
  })
  await openPortal(services, owner, crew.byEmail(String(site.customer.email)), made.customer)
  return made
}

/** Days that are counted from today. */
const dated = (values: DemoSite['project'], today: Date): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      typeof value === 'object' && value !== null ? dayOf(value, today) : value,
    ]),
  )

async function writeTree(
  context: RecordContext,
  services: Services,
  project: string,
  { name, kind, nodes }: DemoSite['trees'][number],
): Promise<Map<string, string>> {
  const answer = await hierarchyCreate.run(context, { project, name, kind }, services)
  const hierarchy = (answer as { id: string }).id
  const only = { field: 'hierarchy', value: hierarchy }
  const kinds = await pairs(context, 'hierarchy_node_types', 'name', 'id', only)
  const ids = new Map<string, string>()
  let level = nodes.map((node) => ({ node, parent: null as string | null }))
  while (level.length > 0) {
    const { sorts } = nodeSorts(
      level.map(({ parent }) => parent),
      [],
    )
    const made = await create(
      context,
      'hierarchy_nodes',
      level.map(({ node, parent }, at) => ({
        hierarchy,
        parent,
        sort: sorts[at],
        name: node.name,
        code: node.code,
        area: node.area ?? null,
        node_type: must(kinds.get(node.kind), `${node.kind} is a kind of ${name}`),
      })),
    )
    for (const [at, { node }] of level.entries()) ids.set(node.code, must(made[at]))
    level = level.flatMap(({ node }, at) =>
      inside(node).map((part) => ({ node: part, parent: must(made[at]) })),
    )
  }
  return ids
}

const inside = (node: DemoNode): DemoNode[] => node.inside ?? []

async function openPortal(
  services: Services,
  owner: Caller,
  person: Caller,
  customer: string,
): Promise<void> {
  await withRecords(
    { caller: owner, services },
    async (context) => {
      await portalOpen.run(context, {}, services)
      await changeMember(context, person.userId, { record_id: customer })
    },
    { mode: 'release' },
  )
}
