import * as ifc from 'web-ifc'
import { decimal } from '#base/decimal.ts'
import type { IfcSpatialNode, IfcUnits } from './ifc-facts.ts'
import { numberOf, plainDecimal, refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import type { Line } from './step-file.ts'

/** What elements are in; IFC4X3 adds roads, bridges, railways and their parts. */
const spatialClasses = new Set([
  'IfcSite',
  'IfcBuilding',
  'IfcBuildingStorey',
  'IfcSpace',
  'IfcSpatialZone',
  'IfcExternalSpatialElement',
  'IfcFacility',
  'IfcFacilityPart',
  'IfcFacilityPartCommon',
  'IfcBridge',
  'IfcBridgePart',
  'IfcRoad',
  'IfcRoadPart',
  'IfcRailway',
  'IfcRailwayPart',
  'IfcMarineFacility',
  'IfcMarinePart',
])

export const isSpatial = (ifcClass: string): boolean => spatialClasses.has(ifcClass)

/** Where things are: what is part of what, and what stands in which place. */
export interface IfcPlaces {
  nodes: IfcSpatialNode[]
  /** The spatial node of an element: its own, or that of what it is a part of. */
  placeOf(expressId: number): number | null
}

/** Reads the spatial tree, wholes before their parts, and who stands where. */
export function readPlaces(lines: IfcLines, units: IfcUnits): IfcPlaces {
  const wholes = new Map<number, number>()
  for (const { values } of lines.linesOf(ifc.IFCRELAGGREGATES)) {
    const whole = refOf(values[4])
    if (whole !== null) for (const part of refsOf(values[5])) wholes.set(part, whole)
  }
  const containers = new Map<number, number>()
  for (const { values } of lines.linesOf(ifc.IFCRELCONTAINEDINSPATIALSTRUCTURE)) {
    const place = refOf(values[5])
    if (place !== null) for (const part of refsOf(values[4])) containers.set(part, place)
  }
  const spatial = new Map(
    lines
      .types()
      .filter(({ name }) => isSpatial(name))
      .flatMap(({ type }) => lines.linesOf(type))
      .map((line) => [line.id, line]),
  )
  // A circle, or more levels than any building has, ends the search.
  const above = (id: number): number | null => {
    for (
      let at = wholes.get(id) ?? containers.get(id), steps = 0;
      at !== undefined && steps < 50;
      steps += 1
    ) {
      if (spatial.has(at) && at !== id) return at
      at = containers.get(at) ?? wholes.get(at)
    }
    return null
  }
  return {
    nodes: inOrder([...spatial.values()].map((line) => nodeOf(lines, units, line, above(line.id)))),
    placeOf: (id) => (spatial.has(id) ? id : (containers.get(id) ?? above(id))),
  }
}

function nodeOf(
  lines: IfcLines,
  units: IfcUnits,
  { id, type, values }: Line,
  parent: number | null,
): IfcSpatialNode {
  const ifcClass = lines.className(type)
  const elevation = ifcClass === 'IfcBuildingStorey' ? numberOf(values[9]) : null
  return {
    expressId: id,
    globalId: textOf(values[0]) ?? '',
    ifcClass,
    name: textOf(values[2]),
    longName: textOf(values[7]),
    elevation:
      elevation === null ? null : plainDecimal(decimal(elevation).times(decimal(units.length.factor))),
    parent,
  }
}

/** Wholes before their parts; one whose wholes go round in a circle stands at the top. */
function inOrder(nodes: readonly IfcSpatialNode[]): IfcSpatialNode[] {
  const parts = new Map<number | null, IfcSpatialNode[]>()
  for (const node of nodes) {
    const siblings = parts.get(node.parent)
    if (siblings) siblings.push(node)
    else parts.set(node.parent, [node])
  }
  const ordered: IfcSpatialNode[] = [...(parts.get(null) ?? [])]
  for (const node of ordered) ordered.push(...(parts.get(node.expressId) ?? []))
  const placed = new Set(ordered)
  return [...ordered, ...nodes.filter((node) => !placed.has(node)).map((node) => ({ ...node, parent: null }))]
}
