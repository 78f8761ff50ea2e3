import { AppError } from '#base/app-error.ts'
import { layoutSchema } from '#contracts/layout.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayout } from '../features/stock-screens.ts'
import { layoutKeyOf } from '../layouts/find-layout.ts'
import { writeLayout } from '../layouts/write-layout.ts'
import { readDefinition } from '../releases/definitions.ts'
import { keyTaken } from '../releases/write-definition.ts'
import { invalidInput } from '../http/error-details.ts'

/** Makes an empty page to begin with; answers its id. Throws 403, 422. */
export async function createBlankLayout(
  tx: Tx,
  caller: Caller,
  { key, title }: { key: string; title: string },
): Promise<string> {
  const parsed = layoutSchema.safeParse({
    schema: 1,
    key,
    title,
    nodes: { page: { component: 'page', props: { title }, slots: { content: [] } } },
    root: 'page',
  })
  if (!parsed.success) throw invalidInput(parsed.error)
  if (stockLayout(key) || (await readDefinition(tx, 'layout', key))) throw keyTaken()
  return (await writeLayout(tx, caller, parsed.data)).id
}

/** Gives a layout another title; a shipped one becomes the workspace's own copy. Throws 403, 404. */
export async function renameLayout(tx: Tx, caller: Caller, id: string, title: string): Promise<string> {
  const key = await layoutKeyOf(tx, id)
  const own = await readDefinition(tx, 'layout', key)
  const layout = own ? layoutSchema.parse(own.body) : stockLayout(key)
  if (!layout) throw new AppError('not_found')
  return (await writeLayout(tx, caller, { ...layout, title })).id
}
