import * as ifc from 'web-ifc'
import { refOf, refsOf, textOf, type IfcLines } from './ifc-lines.ts'

// Where in a line the materials it is made of stand.
const insides: ReadonlyMap<number, number> = new Map([
  [ifc.IFCMATERIALLIST, 0],
  [ifc.IFCMATERIALLAYERSETUSAGE, 0],
  [ifc.IFCMATERIALLAYERSET, 0],
  [ifc.IFCMATERIALLAYER, 0],
  [ifc.IFCMATERIALPROFILESETUSAGE, 0],
  [ifc.IFCMATERIALPROFILESET, 2],
  [ifc.IFCMATERIALPROFILE, 2],
  [ifc.IFCMATERIALCONSTITUENTSET, 2],
  [ifc.IFCMATERIALCONSTITUENT, 2],
])

/** Names of the materials by what they are given to (elements and types), each once, in the order of the layers. */
export function readMaterials(lines: IfcLines): ReadonlyMap<number, string[]> {
  const known = new Map<number, string[]>()
  const namesOf = (id: number, depth = 0): string[] => {
    const found = known.get(id)
    if (found) return found
    const { type, values } = lines.line(id)
    const inside = insides.get(type)
    const names =
      inside === undefined
        ? [type === ifc.IFCMATERIAL ? textOf(values[0]) : null]
        : [...refsOf(values[inside]), refOf(values[inside])].flatMap((one) =>
            one === null || depth > 6 ? [] : namesOf(one, depth + 1),
          )
    const distinct = [...new Set(names.filter((name) => name !== null))]
    known.set(id, distinct)
    return distinct
  }
  const given = new Map<number, string[]>()
  for (const { values } of lines.linesOf(ifc.IFCRELASSOCIATESMATERIAL)) {
    const material = refOf(values[5])
    if (material === null) continue
    const names = namesOf(material)
    for (const id of refsOf(values[4])) given.set(id, [...new Set([...(given.get(id) ?? []), ...names])])
  }
  return given
}
