import type { Caller, Tx } from '../database/in-tenant.ts'
import { stockLayout, stockRoute } from '../features/stock-screens.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'
import {
  generateScreens,
  pathFor,
  type GeneratedScreens,
  type ScreenModel,
  type ScreenOptions,
} from './generate-screens.ts'

/** What is taken in a workspace: a screen must neither shadow a shipped one nor replace somebody's own. */
export interface TakenScreens {
  layouts: Set<string>
  paths: Set<string>
}

/** Layout keys and paths of the workspace's own screens. */
export async function takenScreens(tx: Tx, caller: Caller): Promise<TakenScreens> {
  const { rows } = await tx.query<{ kind: string; key: string }>(
    "select kind, key from app.released where tenant_id = $1 and kind in ('layout', 'route')",
    [caller.tenantId],
  )
  const ofKind = (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ key }) => key))
  return { layouts: ofKind('layout'), paths: ofKind('route') }
}

const isFree = ({ layouts, routes }: GeneratedScreens, taken: TakenScreens): boolean =>
  layouts.every(({ key }) => !taken.layouts.has(key) && !stockLayout(key)) &&
  routes.every(({ path }) => !taken.paths.has(path) && !stockRoute(path))

/** Makes a model's screens under keys and addresses that are free (`/suppliers`, else `/suppliers-2` …), and takes them. */
export function placeScreens(
  model: ScreenModel,
  options: ScreenOptions,
  taken: TakenScreens,
): GeneratedScreens {
  for (let copy = 1; ; copy++) {
    const ending = copy === 1 ? '' : String(copy)
    const placed = {
      ...model,
      layoutPrefix: ending === '' ? model.key : `${model.key.slice(0, 50)}_${ending}`,
    }
    const screens = generateScreens(placed, {
      ...options,
      path: ending === '' ? pathFor(model.key) : `${pathFor(model.key)}-${ending}`,
    })
    if (!isFree(screens, taken)) continue
    for (const { key } of screens.layouts) taken.layouts.add(key)
    for (const { path } of screens.routes) taken.paths.add(path)
    return screens
  }
}

/** Screens as changes for a release. */
export const screenChanges = ({ layouts, routes }: GeneratedScreens): DefinitionChange[] => [
  ...layouts.map((layout): DefinitionChange => ({ kind: 'layout', key: layout.key, body: { ...layout } })),
  ...routes.map((route): DefinitionChange => ({ kind: 'route', key: route.path, body: { ...route } })),
]
