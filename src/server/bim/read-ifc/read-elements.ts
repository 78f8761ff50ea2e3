import * as ifc from 'web-ifc'
import { keyProblem, mostJsonBytes } from '#kernel/models/json-problem.ts'
import type { IfcElementFacts, IfcUnits, PropertyText } from './ifc-facts.ts'
import { refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import { classificationText, readClassifications } from './read-classifications.ts'
import { readMaterials } from './read-materials.ts'
import { IfcSets, textOfSet, type DefinedSet } from './read-properties.ts'
import { isSpatial, type IfcPlaces } from './read-spatial.ts'
import { valueKinds, type Line } from './step-file.ts'

// Products that nobody builds: holes, marks, axes, what is only thought of.
const noElement =
  /^Ifc(Opening|Voiding|Projection|SurfaceFeature|Annotation|Grid|Virtual|Port$|DistributionPort|Alignment|Linear|Referent|Positioning|Structural|Proxy$)/
const composition = new Set(['COMPLEX', 'ELEMENT', 'PARTIAL', 'NOTDEFINED'])

const push = (map: Map<number, number[]>, key: number, value: number): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** All elements and spaces of a model, one after the other as they are asked for. */
export interface IfcElements {
  total: number
  sets: IfcSets
  read(): Generator<IfcElementFacts>
}

/** Prepares what the elements share (types, sets, materials, classifications) and reads each when its turn comes. */
export function openElements(lines: IfcLines, units: IfcUnits, places: IfcPlaces): IfcElements {
  const typeOf = new Map<number, number>()
  for (const { values } of lines.linesOf(ifc.IFCRELDEFINESBYTYPE)) {
    const type = refOf(values[5])
    if (type !== null) for (const id of refsOf(values[4])) typeOf.set(id, type)
  }
  const setsOf = new Map<number, number[]>()
  for (const { values } of lines.linesOf(ifc.IFCRELDEFINESBYPROPERTIES)) {
    const set = refOf(values[5])
    if (set !== null) for (const id of refsOf(values[4])) push(setsOf, id, set)
  }
  const sets = new IfcSets(lines, units)
  const materials = readMaterials(lines)
  const classifications = readClassifications(lines)
  const types = new Map<number, Line>()
  const lineOfType = (id: number | undefined): Line | undefined => {
    if (id === undefined) return undefined
    const line = types.get(id) ?? lines.line(id)
    types.set(id, line)
    return line
  }
  const ids = lines
    .types()
    .filter(({ type, name }) => lines.isElement(type) && !noElement.test(name))
    .filter(({ name }) => name === 'IfcSpace' || !isSpatial(name))
    .flatMap(({ type }) => lines.idsOf(type))
    .toSorted((a, b) => a - b)
  return {
    total: ids.length,
    sets,
    *read() {
      for (const id of ids) {
        const line = lines.line(id)
        const type = lineOfType(typeOf.get(id))
        const own = definedSets(sets, setsOf.get(id) ?? [])
        const inherited = definedSets(sets, refsOf(type?.values[5]))
        const codes = classifications.of(id, type?.id ?? null)
        const coded = classifications.setOf(codes)
        yield {
          ...namesOf(lines, line, type),
          materials: materials.get(id) ?? (type && materials.get(type.id)) ?? [],
          classification: classificationText(codes),
          place: places.placeOf(id),
          psets: propertiesOf([...(coded ? [coded] : []), ...inherited, ...own]),
          quantities: own.flatMap(({ quantities }) => quantities),
          mesh: null,
        }
      }
    },
  }
}

const definedSets = (sets: IfcSets, ids: readonly number[]): DefinedSet[] =>
  ids.flatMap((id) => sets.set(id) ?? [])

function namesOf(lines: IfcLines, { id, type, values }: Line, typeLine: Line | undefined) {
  const ifcClass = lines.className(type)
  const kind = predefinedType(values, 8) ?? (typeLine ? predefinedType(typeLine.values, 9) : null)
  const ownKind = textOf(values[4])
  return {
    expressId: id,
    globalId: textOf(values[0]) ?? '',
    ifcClass,
    predefinedType: kind === 'USERDEFINED' ? (ownKind ?? kind) : kind,
    name: textOf(values[2]),
    // A space has its long name where elements have their tag.
    tag: ifcClass === 'IfcSpace' ? null : textOf(values[7]),
    typeName: (typeLine ? textOf(typeLine.values[2]) : null) ?? ownKind,
  }
}

/** The first enumeration after the attributes every element has; where it stands differs by class and schema. */
function predefinedType(values: Line['values'], from: number): string | null {
  for (const value of values.slice(from))
    if (value && !Array.isArray(value) && value.type === valueKinds.enumeration) {
      const text = textOf(value)
      if (text !== null && text.length > 1 && !composition.has(text)) return text
    }
  return null
}

/** What the element says itself goes before what its type says. Two sets of one name are one. */
function propertiesOf(sets: readonly DefinedSet[]): PropertyText {
  const found = new Map<string, Pick<DefinedSet, 'properties' | keyof PropertyText>>()
  for (const set of sets) {
    if (set.values !== null) continue
    const known = found.get(set.name ?? '')
    const properties = known && { ...known.properties, ...set.properties }
    found.set(set.name ?? '', properties ? { properties, ...textOfSet(properties) } : set)
  }
  // Two texts are compared by their hashes: the order is the one of `canonicalJson`, where numbers come first.
  const names = Object.keys(Object.fromEntries([...found.keys()].toSorted().map((name) => [name, 0])))
  const text = `{${names.map((name) => `${JSON.stringify(name)}:${found.get(name)?.text}`).join()}}`
  return {
    text,
    isStorable:
      Buffer.byteLength(text) <= mostJsonBytes &&
      [...found].every(([name, { isStorable }]) => isStorable && keyProblem(name) === null),
  }
}
