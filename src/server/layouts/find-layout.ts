import { createHash } from 'node:crypto'
import { AppError } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import { isUuid } from '#base/ids.ts'
import { layoutSchema, type Layout } from '#contracts/layout.ts'
import type { LayoutAnswer } from '#contracts/layout-answer.ts'
import { isRequiredProp } from '#components/definitions.ts'
import { parseExpressionsIn } from '#expressions/parse-expressions-in.ts'
import { narrowLayout } from '#kernel/permissions/narrow-layout.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockIdOf, stockKeyOf, stockLayout, stockLayouts } from '../features/stock-screens.ts'
import { readDefinition, readDefinitionById, type Definition } from '../releases/definitions.ts'
import { readDraftRow } from '../releases/drafts.ts'
import { openRoutes } from '../routes/effective-routes.ts'
import { loadAccess, requireManage } from '../workspaces/require-manage.ts'
import { productWords } from './product-words.ts'

// As app.stock_id makes it, for lists in which every row has a UUID.
const stockUuid = (key: string): string => createHash('md5').update(`stock:layout:${key}`).digest('hex')
const keyByUuid = new Map(stockLayouts.map(({ key }) => [stockUuid(key), key]))

/** The key a layout is asked for by: itself, `stock:<key>`, or the id of a released or shipped one. Throws 404. */
export async function layoutKeyOf(tx: Tx, idOrKey: string): Promise<string> {
  const stock = stockKeyOf(idOrKey)
  if (stock !== null) return stock
  if (!isUuid(idOrKey)) return idOrKey
  const own = await readDefinitionById(tx, 'layout', idOrKey.toLowerCase())
  const key = own?.key ?? keyByUuid.get(idOrKey.toLowerCase().replaceAll('-', ''))
  if (key === undefined) throw new AppError('not_found')
  return key
}

/**
 * A layout with its expressions parsed: the workspace's own, else the shipped one. With `draft`, for those who manage
 * layouts, what waits for the next release comes first; for all others it names no field they may not read. Throws 404, 403.
 */
export async function findLayout(
  tx: Tx,
  caller: Caller,
  idOrKey: string,
  options: { draft: boolean },
): Promise<LayoutAnswer> {
  if (options.draft) await requireManage(tx, caller, 'layouts')
  const key = await layoutKeyOf(tx, idOrKey)
  const released = await readDefinition(tx, 'layout', key)
  const waiting = options.draft ? await readDraftRow(tx, 'layout', key) : null
  const source = waiting?.body ?? released?.body ?? stockLayout(key)
  if (!source || !(await mayOpen(tx, caller, key))) throw new AppError('not_found')
  const whole = layoutSchema.parse(source)
  const { workspace, access } = await loadAccess(tx, caller)
  const layout = access.manages('layouts') ? whole : narrowLayout(whole, workspace, access, isRequiredProp)
  const origin = originOf(key, released ?? waiting)
  return {
    id: released?.id ?? (stockLayout(key) ? stockIdOf(key) : key),
    layout,
    expressions: parsedExpressions(layout, options.draft),
    origin,
    // Whoever edits a shipped screen sees at once what becomes their own.
    ...((origin !== 'stock' || options.draft) && { product_words: productWords(layout) }),
    version_id: waiting ? waiting.base_version_id : (released?.version_id ?? null),
    draft: waiting !== null && waiting.body !== null,
  }
}

const originOf = (key: string, own: Definition | object | null): LayoutAnswer['origin'] =>
  own === null ? 'stock' : stockLayout(key) ? 'customised' : 'own'

// Customers see the screens that are theirs; everybody else may read any layout, as it holds no records.
async function mayOpen(tx: Tx, caller: Caller, key: string): Promise<boolean> {
  if (caller.role !== 'customer') return true
  const reached = new Set((await openRoutes(tx, caller)).map(({ layout }) => layout))
  // What such a screen opens in a drawer is theirs, too; a set is walked through while it grows.
  for (const one of reached) {
    if (one === key) return true
    const body = (await readDefinition(tx, 'layout', one))?.body ?? stockLayout(one)
    for (const opened of openedBy(body)) reached.add(opened)
  }
  return false
}

/** Keys of the layouts that a layout opens by its actions. */
function openedBy(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(openedBy)
  if (!isJsonObject(value)) return []
  const { do: step, layout } = value
  const own = step === 'open' && typeof layout === 'string' ? [layout] : []
  return [...own, ...Object.values(value).flatMap(openedBy)]
}

/** Trees by text. A draft may hold expressions that cannot be read yet: those are left out, and fail at their node. */
function parsedExpressions(layout: Layout, draft: boolean): LayoutAnswer['expressions'] {
  if (!draft) return parseExpressionsIn(layout)
  const trees: LayoutAnswer['expressions'] = {}
  for (const [id, node] of Object.entries({ ...layout.nodes, '': { ...layout, nodes: {} } })) {
    try {
      Object.assign(trees, parseExpressionsIn(node, id))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return trees
}
