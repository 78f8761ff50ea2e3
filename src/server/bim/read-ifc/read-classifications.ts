import * as ifc from 'web-ifc'
import { groupBy } from '#base/group-by.ts'
import type { Json } from '#base/json.ts'
import { refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'
import { textOfSet, type DefinedSet } from './read-properties.ts'

/** Under which name codes stand among the property sets of an element: system → code. */
export const classificationSet = 'Classification'

/** One code of a system: `{ system: 'Uniformat', code: 'C1020300', name: 'Interior Doors with Frames' }`. */
export interface Classification {
  system: string
  /** Its name where it has no code. */
  code: string
  name: string | null
}

/** What elements and types are classified by. */
export interface IfcClassifications {
  /** Of an element and its type; of a system that the element names itself the type has no say. */
  of(element: number, type: number | null): readonly Classification[]
  /** Codes as a property set; the same one for the same codes. Null for none. */
  setOf(codes: readonly Classification[]): DefinedSet | null
}

const none: readonly Classification[] = []

/** Reads which codes elements and types were given, each relation once, however many elements it names. */
export function readClassifications(lines: IfcLines): IfcClassifications {
  const given = new Map<number, readonly Classification[]>()
  // Elements with the same codes share one list, and with it one set.
  const lists = new Map<string, readonly Classification[]>()
  const sets = new Map<readonly Classification[], DefinedSet>()
  const shared = (codes: readonly Classification[]): readonly Classification[] => {
    const distinct = [...new Map(codes.map((one) => [JSON.stringify(one), one])).entries()]
    const key = distinct.map(([text]) => text).join('\n')
    const known = lists.get(key) ?? distinct.map(([, one]) => one)
    lists.set(key, known)
    return known
  }
  for (const { values } of lines.linesOf(ifc.IFCRELASSOCIATESCLASSIFICATION)) {
    const code = codeOf(lines, refOf(values[5]), textOf(values[2]))
    if (code === null) continue
    const alone = shared([code])
    for (const id of refsOf(values[4])) {
      const before = given.get(id)
      given.set(id, before ? shared([...before, code]) : alone)
    }
  }
  return {
    of(element, type) {
      const own = given.get(element) ?? none
      const inherited = (type !== null && given.get(type)) || none
      if (inherited === none || own === none) return own === none ? inherited : own
      const systems = new Set(own.map(({ system }) => system))
      return shared([...own, ...inherited.filter(({ system }) => !systems.has(system))])
    },
    setOf(codes) {
      if (codes.length === 0) return null
      const set = sets.get(codes) ?? definedSet(codes)
      sets.set(codes, set)
      return set
    },
  }
}

/** Codes as people read them: `Uniformat: C1020300 Interior Doors with Frames`. Null for none. */
export const classificationText = (codes: readonly Classification[]): string | null =>
  codes.length === 0
    ? null
    : codes
        .map(
          ({ system, code, name }) =>
            `${system}: ${name === null || name === code ? code : `${code} ${name}`}`,
        )
        .join('; ')

const oneOrList = (codes: readonly string[]): Json => (codes.length === 1 ? (codes[0] ?? null) : [...codes])

function definedSet(codes: readonly Classification[]): DefinedSet {
  const bySystem = groupBy(codes, ({ system }) => system)
  const properties: Record<string, Json> = Object.fromEntries(
    [...bySystem].map(([system, some]) => [system, oneOrList(some.map(({ code }) => code))]),
  )
  return { name: classificationSet, properties, ...textOfSet(properties), quantities: [], values: null }
}

/** What a relation says: its code, and of which system. A system alone is no code. */
function codeOf(lines: IfcLines, id: number | null, relation: string | null): Classification | null {
  if (id === null) return null
  const { type, values } = lines.line(id)
  if (type === ifc.IFCCLASSIFICATIONREFERENCE) {
    // Location, code, name, source: the same places in IFC2X3 and IFC4.
    const [code, name] = [textOf(values[1]), textOf(values[2])]
    const written = code ?? name
    if (written === null) return null
    return { system: systemOf(lines, refOf(values[3])) ?? relation ?? classificationSet, code: written, name }
  }
  if (type !== ifc.IFCCLASSIFICATIONNOTATION) return null
  const facets = lines.linesWith(refsOf(values[0])).flatMap((facet) => textOf(facet.values[0]) ?? [])
  if (facets.length === 0) return null
  return { system: relation ?? classificationSet, code: facets.join(' '), name: null }
}

/** The name of a system. In IFC4 codes may stand below other codes, and the system above them all. */
function systemOf(lines: IfcLines, id: number | null, depth = 0): string | null {
  if (id === null || depth > 20) return null
  const { type, values } = lines.line(id)
  if (type === ifc.IFCCLASSIFICATIONREFERENCE) return systemOf(lines, refOf(values[3]), depth + 1)
  return type === ifc.IFCCLASSIFICATION ? textOf(values[3]) : null
}
