import { groupBy } from '#base/group-by.ts'
import type { Row } from '#contracts/query.ts'

/** A place of a building model as it was read. */
export interface SpatialRow {
  id: string
  parent: string | null
  name: string
  long_name: string | null
  ifc_class: string
  global_id: string | null
}

/** A kind of node of the hierarchy. */
export interface NodeKind {
  id: string
  name: string
  at_top: boolean
  /** Ids of the kinds it may stand in. */
  inside: readonly string[]
}

/** A node to be made; wholes come before their parts. */
export interface PlaceDraft {
  globalId: string
  name: string
  /** Its name without what it is called: people know `101 Kitchen` by `101` as well. */
  shortName: string
  /** Null where its kind may not stand there, or there is none for it. */
  kind: string | null
  /** The GlobalId of the place it is part of. */
  above: string | null
  /** 0 at the top. */
  depth: number
  /** Keeps the order of the model. */
  sort: string
}

const kindNames: Readonly<Record<string, string>> = {
  IfcSite: 'Site',
  IfcBuilding: 'Building',
  IfcBuildingStorey: 'Storey',
  IfcSpatialZone: 'Zone',
  IfcZone: 'Zone',
  IfcSpace: 'Room',
}

/**
 * The nodes that the places of a model become. The project itself is no place, so its parts stand at the top; a place
 * without a GlobalId cannot be found again and is left out with its parts moved up.
 * @example placesOfModel([{ id: 'a', parent: null, name: 'Ground floor', ifc_class: 'IfcBuildingStorey', … }], kinds)
 */
export function placesOfModel(rows: readonly SpatialRow[], kinds: readonly NodeKind[]): PlaceDraft[] {
  const below = groupBy(rows, ({ parent }) => parent)
  const ids = new Set(rows.map(({ id }) => id))
  const byName = new Map(kinds.map((kind) => [kind.name, kind]))
  const drafts: PlaceDraft[] = []
  const used = new Set<string>()
  const walk = (row: SpatialRow, above: PlaceDraft | null): void => {
    let here = above
    const globalId = row.global_id
    if (row.ifc_class !== 'IfcProject' && globalId !== null && !used.has(globalId)) {
      used.add(globalId)
      here = {
        globalId,
        name: nameOf(row),
        shortName: row.name,
        kind: kindFor(byName.get(kindNames[row.ifc_class] ?? ''), above),
        above: above?.globalId ?? null,
        depth: above === null ? 0 : above.depth + 1,
        sort: String(drafts.length).padStart(6, '0'),
      }
      drafts.push(here)
    }
    for (const part of below.get(row.id) ?? []) walk(part, here)
  }
  for (const row of rows) if (row.parent === null || !ids.has(row.parent)) walk(row, null)
  return drafts
}

/**
 * The nodes made by hand that stand for a place of the model, by its GlobalId: of the same name, however it is cased, under
 * the same place, and of the same kind where both have one. Each node stands for one place.
 */
export function joinedPlaces(
  places: readonly PlaceDraft[],
  known: ReadonlyMap<string, Row>,
  byHand: readonly Row[],
): ReadonlyMap<string, Row> {
  const below = groupBy(byHand, ({ parent, name }) => placeKey(parent, name))
  const joined = new Map<string, Row>()
  const taken = new Set<unknown>()
  for (const { globalId, name, shortName, kind, above } of places) {
    if (known.has(globalId)) continue
    const whole = above === null ? null : (known.get(above) ?? joined.get(above))
    // Below a new place there is nothing yet.
    if (whole === undefined) continue
    const node = [name, shortName]
      .flatMap((each) => below.get(placeKey(whole?.['id'], each)) ?? [])
      .find(({ id, node_type: has }) => !taken.has(id) && (!kind || !has || has === kind))
    if (!node) continue
    taken.add(node['id'])
    joined.set(globalId, node)
  }
  return joined
}

const placeKey = (parent: unknown, name: unknown): string =>
  JSON.stringify([parent ?? null, String(name).trim().toLowerCase()])

/** The nodes made before whose place has another name in the model by now. */
export const renamedPlaces = (
  places: readonly PlaceDraft[],
  known: ReadonlyMap<string, Row>,
): { id: string; before: string; name: string }[] =>
  places.flatMap(({ globalId, name }) => {
    const node = known.get(globalId)
    return node && node['name'] !== name
      ? [{ id: String(node['id']), before: String(node['name']), name }]
      : []
  })

/** A room is known by its number and what it is called: `101 Kitchen`. */
function nameOf({ name, long_name: long }: SpatialRow): string {
  const words = long === null || long === '' || long === name ? name : `${name} ${long}`
  return words.slice(0, 200)
}

// A node without a kind may stand everywhere.
function kindFor(kind: NodeKind | undefined, above: PlaceDraft | null): string | null {
  if (!kind) return null
  if (above === null) return kind.at_top ? kind.id : null
  return above.kind === null || kind.inside.includes(above.kind) ? kind.id : null
}
