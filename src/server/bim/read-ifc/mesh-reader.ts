import { gzipSync } from 'node:zlib'
import * as ifc from 'web-ifc'
import { packGeometry } from '#contracts/model-geometry.ts'
import { GeometryBuilder } from './geometry-builder.ts'
import { IfcFailure } from './ifc-failure.ts'
import { packMeshFacts } from './mesh-facts.ts'
import type { MeshMessage } from './mesh-facts.ts'
import { PlacedShapes } from './placed-shapes.ts'
import { readMeshes } from './read-meshes.ts'
import { serveOrder } from './serve-order.ts'
import { StepFile } from './step-file.ts'

const portion = 250
// What is cut away, and what is only air.
const unseen = new Set([ifc.IFCOPENINGELEMENT, ifc.IFCOPENINGSTANDARDCASE, ifc.IFCSPACE])
// Often half of a file, and nothing for the parser of shapes.
const saysNoShape = new Set([
  ifc.IFCPROPERTYSINGLEVALUE,
  ifc.IFCPROPERTYENUMERATEDVALUE,
  ifc.IFCPROPERTYLISTVALUE,
  ifc.IFCPROPERTYBOUNDEDVALUE,
  ifc.IFCPROPERTYSET,
  ifc.IFCELEMENTQUANTITY,
  ifc.IFCQUANTITYLENGTH,
  ifc.IFCQUANTITYAREA,
  ifc.IFCQUANTITYVOLUME,
  ifc.IFCQUANTITYWEIGHT,
  ifc.IFCQUANTITYCOUNT,
  ifc.IFCRELDEFINESBYPROPERTIES,
])

// Runs in a process of its own, beside the one that reads the lines: measures the triangles of all elements in the order
// of their express ids, and keeps them for the picture.
serveOrder<MeshMessage>({ ahead: 1 }, async ({ api, bytes, order }, send) => {
  // Of a larger file there is no room for its lines beside the parser.
  const file = bytes.size > order.limits.bytesBeside ? null : new StepFile(bytes.read(0, bytes.size))
  const data = file?.without(saysNoShape)
  const model = api.OpenModelFromCallback((offset, size) =>
    data ? data.subarray(offset, offset + size) : bytes.read(offset, size),
  )
  if (model < 0) throw new IfcFailure('unreadable')
  const ids = elementsOf(api, model).toSorted((a, b) => a - b)
  const shapes = new PlacedShapes(api, model, file, ids)
  const builder = new GeometryBuilder(order.limits.triangles)
  let meshes = 0
  let triangles = 0
  for (let start = 0; start < ids.length; start += portion) {
    const asked = ids.slice(start, start + portion)
    const facts = readMeshes(shapes, asked, builder)
    meshes += facts.size
    for (const one of facts.values()) triangles += one.triangles
    await send({ kind: 'meshes', facts: packMeshFacts(facts), upTo: asked.at(-1) ?? 0 })
  }
  const geometry = builder.done()
  await send({ kind: 'geometry', bytes: geometry && gzipSync(packGeometry(geometry), { level: 6 }) })
  await send({ kind: 'end', meshes, triangles })
})

function elementsOf(api: ifc.IfcAPI, model: number): number[] {
  const types = api.GetAllTypesOfModel(model).map(({ typeID }) => typeID)
  return types
    .filter((type) => api.IsIfcElement(type) && !unseen.has(type))
    .flatMap((type) => {
      const found = api.GetLineIDsWithType(model, type)
      return Array.from({ length: found.size() }, (_, index) => found.get(index))
    })
}
