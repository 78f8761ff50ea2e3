import { gzipSync } from 'node:zlib'
import { IfcAPI, IFCELEMENTQUANTITY, LogLevel } from 'web-ifc'
import { packGeometry } from '#contracts/model-geometry.ts'
import { GeometryBuilder } from './geometry-builder.ts'
import type { IfcElementFacts, IfcFigures, IfcMessage, IfcQuantity } from './ifc-facts.ts'
import { IfcFailure } from './ifc-failure.ts'
import type { IfcLimits } from './ifc-limits.ts'
import { IfcLines } from './ifc-lines.ts'
import { openIfcFile } from './open-ifc-file.ts'
import { openElements } from './read-elements.ts'
import { readHead, readSchema } from './read-head.ts'
import { readMeshes, type MeshFacts } from './read-meshes.ts'
import type { IfcSets } from './read-properties.ts'
import { readPlaces } from './read-spatial.ts'
import { readUnits } from './read-units.ts'
import { watchLimits } from './watch-limits.ts'

/** What the reader is asked for. */
export interface IfcOrder {
  path: string
  meshes: boolean
  limits: IfcLimits
}

const portion = 500

// Runs in a process of its own: reads one file and sends what is in it, a portion whenever the last one was taken.
let taken: Promise<void> = Promise.resolve()

async function send(message: IfcMessage): Promise<void> {
  await taken
  taken = new Promise((resolve) => process.once('message', () => resolve()))
  process.send?.(message)
}

async function answer({ path, meshes, limits }: IfcOrder): Promise<void> {
  watchLimits(limits.memoryMegabytes)
  const bytes = openIfcFile(path, limits)
  const schema = readSchema(bytes)
  const api = new IfcAPI()
  await api.Init()
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF)
  const model = api.OpenModelFromCallback((offset, size) => bytes.read(offset, size))
  if (model < 0) throw new IfcFailure('unreadable')
  const lines = new IfcLines(api, model)
  const units = readUnits(lines)
  await send({ kind: 'head', head: readHead(lines, schema, units, api.GetAllLines(model).size()) })
  const places = readPlaces(lines, units)
  await send({ kind: 'nodes', nodes: places.nodes })
  const measured = meshes ? await measure(api, model, limits) : null
  const elements = openElements(lines, units, places)
  const figures = { ...startFigures(measured), ...countSets(lines, elements.sets) }
  let batch: IfcElementFacts[] = []
  for (const element of elements.read()) {
    addMesh(element, measured?.get(element.expressId))
    count(figures, element)
    batch.push(element)
    if (batch.length < portion) continue
    await send({ kind: 'elements', elements: batch, total: elements.total })
    batch = []
  }
  if (batch.length > 0) await send({ kind: 'elements', elements: batch, total: elements.total })
  await send({ kind: 'end', figures })
}

async function measure(api: IfcAPI, model: number, limits: IfcLimits): Promise<Map<number, MeshFacts>> {
  const builder = new GeometryBuilder(limits.triangles)
  const measured = readMeshes(api, model, builder)
  const geometry = builder.done()
  await send({ kind: 'geometry', bytes: geometry && gzipSync(packGeometry(geometry), { level: 6 }) })
  return measured
}

function addMesh(element: IfcElementFacts, mesh: MeshFacts | undefined): void {
  if (!mesh) return
  const { volume, area, box, middle, triangles } = mesh
  if (triangles > 0) element.mesh = { volume, area, box, middle }
  element.quantities.push(computed('volume', mesh.volume), computed('area', mesh.area))
}

// To the cubic millimetre: the triangles say no more.
const computed = (dimension: 'volume' | 'area', value: number): IfcQuantity => ({
  set: null,
  name: dimension === 'volume' ? 'Mesh volume' : 'Mesh area',
  canonical: dimension === 'volume' ? 'volume' : 'surface_area',
  dimension,
  si: value.toFixed(9).replace(/\.?0+$/, ''),
  source: 'computed',
  zero: value < 5e-10,
  assumedUnit: false,
})

const startFigures = (measured: Map<number, MeshFacts> | null) => ({
  elements: 0,
  withQuantities: 0,
  zeroQuantities: 0,
  meshes: measured && measured.size,
  triangles: measured && [...measured.values()].reduce((sum, { triangles }) => sum + triangles, 0),
})

function countSets(lines: IfcLines, sets: IfcSets): Omit<IfcFigures, keyof ReturnType<typeof startFigures>> {
  const unmapped: Record<string, number> = {}
  const ids = lines.idsOf(IFCELEMENTQUANTITY)
  let quantityValues = 0
  for (const id of ids) {
    const { values, quantities } = sets.set(id) ?? { values: 0, quantities: [] }
    quantityValues += values ?? 0
    for (const { canonical, name } of quantities)
      if (canonical === null) unmapped[name] = (unmapped[name] ?? 0) + 1
  }
  return { quantitySets: ids.length, quantityValues, unmapped }
}

function count(figures: IfcFigures, { ifcClass, quantities }: IfcElementFacts): void {
  const declared = quantities.filter(({ source }) => source === 'qto')
  figures.zeroQuantities += declared.filter(({ zero }) => zero).length
  if (ifcClass === 'IfcSpace') return
  figures.elements += 1
  if (declared.some(({ zero }) => !zero)) figures.withQuantities += 1
}

// What the parser says when there is no more memory, or when a line makes no sense.
const outOfMemory = /memory|OOM|allocation|bad_alloc/i

function failureIn(error: unknown): IfcFailure {
  if (error instanceof IfcFailure) return error
  return new IfcFailure(outOfMemory.test(String(error)) ? 'too_much_memory' : 'unreadable', error)
}

process.once('disconnect', () => process.exit())
process.once('message', (order: IfcOrder) => {
  answer(order).catch((error: unknown) => {
    const { code, cause } = failureIn(error)
    const message: IfcMessage = { kind: 'failed', code, why: String(cause ?? '') }
    process.send?.(message)
  })
})
