import { gzipSync } from 'node:zlib'
import { IFCOPENINGELEMENT, IFCOPENINGSTANDARDCASE, IFCSPACE, type IfcAPI } from 'web-ifc'
import { packGeometry } from '#contracts/model-geometry.ts'
import { GeometryBuilder } from './geometry-builder.ts'
import { IfcFailure } from './ifc-failure.ts'
import { packMeshFacts } from './mesh-facts.ts'
import type { MeshMessage } from './mesh-facts.ts'
import { readMeshes } from './read-meshes.ts'
import { serveOrder } from './serve-order.ts'

const portion = 250
// What is cut away, and what is only air.
const unseen = new Set([IFCOPENINGELEMENT, IFCOPENINGSTANDARDCASE, IFCSPACE])

// Runs in a process of its own, beside the one that reads the lines: measures the triangles of all elements in the order
// of their express ids, and keeps them for the picture.
serveOrder<MeshMessage>({ ahead: 1 }, async ({ api, bytes, order }, send) => {
  const model = api.OpenModelFromCallback((offset, size) => bytes.read(offset, size))
  if (model < 0) throw new IfcFailure('unreadable')
  const ids = elementsOf(api, model).toSorted((a, b) => a - b)
  const builder = new GeometryBuilder(order.limits.triangles)
  let meshes = 0
  let triangles = 0
  for (let start = 0; start < ids.length; start += portion) {
    const asked = ids.slice(start, start + portion)
    const facts = readMeshes(api, model, asked, builder)
    meshes += facts.size
    for (const one of facts.values()) triangles += one.triangles
    await send({ kind: 'meshes', facts: packMeshFacts(facts), upTo: asked.at(-1) ?? 0 })
  }
  const geometry = builder.done()
  await send({ kind: 'geometry', bytes: geometry && gzipSync(packGeometry(geometry), { level: 6 }) })
  await send({ kind: 'end', meshes, triangles })
})

function elementsOf(api: IfcAPI, model: number): number[] {
  const types = api.GetAllTypesOfModel(model).map(({ typeID }) => typeID)
  return types
    .filter((type) => api.IsIfcElement(type) && !unseen.has(type))
    .flatMap((type) => {
      const found = api.GetLineIDsWithType(model, type)
      return Array.from({ length: found.size() }, (_, index) => found.get(index))
    })
}
