import type { IfcSpatialNode } from './read-ifc/ifc-facts.ts'
import type { Claim, ReadStep } from './claimed-read.ts'
import { insertRead } from './insert-read.ts'

/** What elements need to know of the places they are in, by the express id of the place. */
export type Places = ReadonlyMap<number, { id: string; storey: string | null }>

const batchSize = 500

/** Writes the spatial tree of a version, level by level, and notes that it is there. */
export async function writeNodes(
  { context, models }: ReadStep,
  { tenantId, versionId }: Claim,
  nodes: readonly IfcSpatialNode[],
): Promise<void> {
  const ids = new Map<number, string>()
  let rest = nodes
  while (rest.length > 0) {
    // Wholes come before their parts: each round writes those whose whole is there.
    const ready = rest.filter(({ parent }) => parent === null || ids.has(parent)).slice(0, batchSize)
    if (ready.length === 0) return
    const written = await insertRead(
      context,
      models.nodes,
      ready.map((node) => ({
        name: (node.name ?? node.longName ?? node.ifcClass).slice(0, 200),
        version: versionId,
        parent: node.parent === null ? null : ids.get(node.parent),
        ifc_class: node.ifcClass,
        long_name: node.longName,
        elevation: node.elevation,
        global_id: node.globalId,
        express_id: node.expressId,
      })),
    )
    ready.forEach(({ expressId }, index) => {
      const id = written[index]
      if (id !== undefined) ids.set(expressId, id)
    })
    const done = new Set(ready)
    rest = rest.filter((node) => !done.has(node))
  }
  await context.tx.query(
    'update app.bim_reads set nodes_done = true where tenant_id = $1 and version_id = $2',
    [tenantId, versionId],
  )
}

interface NodeRow {
  id: string
  express_id: number
}

/** The places of a version as they were written, this time or the time before. */
export async function loadPlaces(
  { context: { tx }, models }: ReadStep,
  { tenantId, versionId }: Claim,
  nodes: readonly IfcSpatialNode[],
): Promise<Places> {
  const { rows } = await tx.query<NodeRow>(
    `select id, (attributes ->> 'express_id')::int as express_id from app.objects
     where tenant_id = $1 and model_id = $2 and attributes ->> 'version' = $3`,
    [tenantId, models.nodes.id, versionId],
  )
  const byId = new Map(nodes.map((node) => [node.expressId, node]))
  const storeyOf = (id: number): string | null => {
    for (let at = byId.get(id); at; at = at.parent === null ? undefined : byId.get(at.parent))
      if (at.ifcClass === 'IfcBuildingStorey') return at.name ?? at.longName
    return null
  }
  return new Map(rows.map(({ id, express_id }) => [express_id, { id, storey: storeyOf(express_id) }]))
}
