import {
  deleteLayout as deleteEndpoint,
  listComponents,
  listLayouts as listEndpoint,
  readLayout,
  readLayoutComponents,
} from '#contracts/api/layouts.ts'
import type { ComponentDescription } from '#contracts/component.ts'
import { componentDefinitions, describeComponent } from '#components/definitions.ts'
import { inTenant } from '../database/in-tenant.ts'
import { findLayout } from '../layouts/find-layout.ts'
import { listLayouts } from '../layouts/list-layouts.ts'
import { deleteLayout } from '../layouts/write-layout.ts'
import { handle } from './route.ts'
import { wholeList } from './whole-list.ts'

// The definitions never change while the process runs, and turning them into JSON Schema takes a while.
let described: ComponentDescription[] | null = null
const descriptions = (): ComponentDescription[] => (described ??= componentDefinitions.map(describeComponent))

export const layoutHandlers = [
  handle(listEndpoint, async ({ caller }) =>
    inTenant(caller, async (tx) => wholeList(await listLayouts(tx, caller))),
  ),

  handle(readLayout, async ({ caller, params, search }) =>
    inTenant(caller, (tx) => findLayout(tx, caller, params.id, { draft: search.draft === '1' })),
  ),

  handle(readLayoutComponents, async ({ caller, params, search }) =>
    inTenant(caller, async (tx) => {
      const { layout } = await findLayout(tx, caller, params.id, { draft: search.draft === '1' })
      const used = new Set(Object.values(layout.nodes).map(({ component }) => component))
      return descriptions().filter(({ type }) => used.has(type))
    }),
  ),

  handle(
    deleteEndpoint,
    async ({ caller, params }) => inTenant(caller, (tx) => deleteLayout(tx, caller, params.id)),
    { mode: 'release' },
  ),

  handle(listComponents, async () => descriptions()),
]
