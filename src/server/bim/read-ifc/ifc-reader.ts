import { IFCELEMENTQUANTITY } from 'web-ifc'
import type { IfcElementFacts, IfcFigures, LinesMessage } from './ifc-facts.ts'
import { IfcLines } from './ifc-lines.ts'
import { packElements } from './pack-elements.ts'
import { openElements } from './read-elements.ts'
import { readHead } from './read-head.ts'
import type { IfcSets } from './read-properties.ts'
import { readPlaces } from './read-spatial.ts'
import { readUnits } from './read-units.ts'
import { serveOrder } from './serve-order.ts'
import { StepFile } from './step-file.ts'

/** Elements of one message, and quantities from which on there are no more in it: some have three hundred. */
const portion = { elements: 500, quantities: 4000 }
const none = { elements: 0, withQuantities: 0, zeroQuantities: 0, meshes: null, triangles: null }

// Runs in a process of its own: reads all lines of one file that say something of places and elements.
serveOrder<LinesMessage>({ ahead: 4 }, async ({ api, bytes, schema }, send) => {
  const lines = new IfcLines(new StepFile(bytes.read(0, bytes.size)), api)
  bytes.close()
  const units = readUnits(lines)
  await send({ kind: 'head', head: readHead(lines, schema, units) })
  const places = readPlaces(lines, units)
  await send({ kind: 'nodes', nodes: places.nodes })
  const elements = openElements(lines, units, places)
  const figures = { ...none }
  let batch: IfcElementFacts[] = []
  let quantities = 0
  for (const element of elements.read()) {
    count(figures, element)
    batch.push(element)
    quantities += element.quantities.length
    if (batch.length < portion.elements && quantities < portion.quantities) continue
    await send({ kind: 'elements', elements: packElements(batch), total: elements.total })
    batch = []
    quantities = 0
  }
  if (batch.length > 0) await send({ kind: 'elements', elements: packElements(batch), total: elements.total })
  // At the end: nobody waits for it, and most sets are known by then.
  await send({ kind: 'end', figures: { ...figures, ...countSets(lines, elements.sets) } })
})

function countSets(lines: IfcLines, sets: IfcSets): Omit<IfcFigures, keyof typeof none> {
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

function count(
  figures: Omit<typeof none, 'meshes' | 'triangles'>,
  { ifcClass, quantities }: IfcElementFacts,
): void {
  const declared = quantities.filter(({ source }) => source === 'qto')
  figures.zeroQuantities += declared.filter(({ zero }) => zero).length
  if (ifcClass === 'IfcSpace') return
  figures.elements += 1
  if (declared.some(({ zero }) => !zero)) figures.withQuantities += 1
}
