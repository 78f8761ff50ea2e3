import type { Row } from '#contracts/query.ts'
import type { ElementKey } from './element-keys.ts'
import type { Point } from './pick-element.ts'
import type { Stage } from './stage.ts'
import type { ChangeView, ViewerState } from './use-viewer-state.ts'
import { lookOf, viewpointOf, type Viewpoint } from './viewpoint.ts'

interface KeptViewPlace {
  stage: Stage
  origin: Point
  rows: ReadonlyMap<ElementKey, Row>
  /** The field with the GlobalId. */
  guid: string | undefined
}

/** The picture as it is, to be kept: camera, section planes, and elements by their GlobalId. */
export function takeView(
  { stage, origin, rows, guid }: KeptViewPlace,
  state: ViewerState,
  selected: ElementKey | null,
): Viewpoint {
  const guids = (keys: Iterable<ElementKey>): { ifc_guid: string }[] =>
    [...keys].flatMap((key) => {
      const value = guid === undefined ? null : rows.get(key)?.[guid]
      return typeof value === 'string' ? [{ ifc_guid: value }] : []
    })
  return viewpointOf(stage.look, state.planes, origin, {
    selection: guids(selected === null ? [] : [selected]),
    visibility: state.isolated
      ? { default_visibility: false, exceptions: guids(state.isolated) }
      : { default_visibility: true, exceptions: guids(state.hidden) },
  })
}

/** Goes back to a kept view. Answers the element that was chosen in it, if it is here. */
export function openView(
  { stage, origin, rows, guid }: KeptViewPlace,
  view: Viewpoint,
  change: ChangeView,
): ElementKey | null {
  const kept = lookOf(view, origin)
  if (!kept) return null
  const byGuid = new Map<unknown, ElementKey>()
  if (guid !== undefined) for (const [key, row] of rows) byGuid.set(row[guid], key)
  const keys = (list: readonly { ifc_guid: string }[] | undefined): Set<ElementKey> =>
    new Set((list ?? []).flatMap(({ ifc_guid }) => byGuid.get(ifc_guid) ?? []))
  // What other programs write may leave anything out.
  const { visibility, selection } = (view.components as Partial<Viewpoint['components']> | undefined) ?? {}
  const listed = keys(visibility?.exceptions)
  stage.look = kept.look
  change({
    planes: kept.planes,
    hidden: visibility?.default_visibility === false ? new Set() : listed,
    isolated: visibility?.default_visibility === false && listed.size > 0 ? listed : null,
  })
  return [...keys(selection)][0] ?? null
}
