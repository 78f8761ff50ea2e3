import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { houses } from '../../fixtures/ifc/houses.ts'
import { writeHouse } from '../../fixtures/ifc/write-house.ts'

interface Line {
  id: number
  type: string
  values: string[]
}

/** Reads the lines of a STEP file: values at the top level, as they are written. Throws at the first bad character. */
function readStep(text: string): Line[] {
  const data = /DATA;\n([\s\S]*?)ENDSEC;\nEND-ISO-10303-21;\n$/.exec(text)?.[1] ?? ''
  return data.split('\n').flatMap((line) => {
    if (line === '') return []
    const parts = /^#(\d+)=(IFC[A-Z0-9]+)\((.*)\);$/.exec(line)
    if (!parts) throw new Error(`This is no line: ${line}`)
    return [{ id: Number(parts[1]), type: parts[2] ?? '', values: topLevel(parts[3] ?? '') }]
  })
}

const token =
  /'(?:[^'\\]|''|\\\\|\\X2\\(?:[0-9A-F]{4})+\\X0\\)*'|#\d+|\.[A-Z0-9_]+\.|[+-]?\d+(?:\.\d*)?(?:E[+-]?\d+)?|IFC[A-Z]+|[$*(),]/y

function topLevel(text: string): string[] {
  const values = ['']
  let depth = 0
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex
    const found = token.exec(text)?.[0]
    if (found === undefined) throw new Error(`Unexpected: ${text.slice(at, at + 20)}`)
    if (found === '(') depth += 1
    if (found === ')') depth -= 1
    if (found === ',' && depth === 0) values.push('')
    else values[values.length - 1] += found
  }
  if (depth !== 0) throw new Error(`A bracket is left open: ${text}`)
  return values
}

// How many attributes the two schemas give an entity.
const attributes: Record<string, [ifc4: number, ifc2x3: number]> = {
  IFCPROJECT: [9, 9],
  IFCSITE: [14, 14],
  IFCBUILDING: [12, 12],
  IFCBUILDINGSTOREY: [10, 10],
  IFCSPACE: [11, 11],
  IFCWALL: [9, 8],
  IFCWALLSTANDARDCASE: [9, 8],
  IFCSLAB: [9, 9],
  IFCROOF: [9, 9],
  IFCWINDOW: [13, 10],
  IFCDOOR: [13, 10],
  IFCOPENINGELEMENT: [9, 8],
  IFCWALLTYPE: [10, 10],
  IFCSLABTYPE: [10, 10],
  IFCWINDOWTYPE: [13, 0],
  IFCDOORTYPE: [13, 0],
  IFCWINDOWSTYLE: [12, 12],
  IFCDOORSTYLE: [12, 12],
  IFCQUANTITYLENGTH: [5, 4],
  IFCQUANTITYAREA: [5, 4],
  IFCQUANTITYVOLUME: [5, 4],
  IFCMATERIAL: [3, 1],
  IFCMATERIALLAYER: [7, 3],
  IFCMATERIALLAYERSET: [3, 2],
  IFCMATERIALLAYERSETUSAGE: [5, 4],
  IFCELEMENTQUANTITY: [6, 6],
  IFCPROPERTYSET: [5, 5],
  IFCPROPERTYSINGLEVALUE: [4, 4],
  IFCEXTRUDEDAREASOLID: [4, 4],
  IFCLOCALPLACEMENT: [2, 2],
  IFCRELAGGREGATES: [6, 6],
  IFCRELVOIDSELEMENT: [6, 6],
  IFCRELFILLSELEMENT: [6, 6],
}

const read = (file: string): string =>
  readFileSync(new URL(`../../fixtures/ifc/${file}`, import.meta.url), 'utf8')
const idsOf = (lines: readonly Line[]): string[] =>
  lines.map(({ values }) => values[0] ?? '').filter((value) => /^'[0-3][\w$]{21}'$/.test(value))

describe.each(houses)('the sample model $file', (house) => {
  const text = read(house.file)
  const lines = readStep(text)

  it('is what the generator writes, and small', () => {
    expect(text).toBe(writeHouse(house))
    expect(text.length).toBeLessThan(300_000)
    expect(text).toContain(`FILE_SCHEMA(('${house.schema}'));`)
  })

  it('numbers its lines, refers only to lines that exist, and gives every GlobalId once', () => {
    const known = new Set(lines.map(({ id }) => id))
    expect(known.size).toBe(lines.length)
    const missing = lines.flatMap(({ values }) =>
      [
        ...values
          .join(',')
          .replaceAll(/'(?:[^']|'')*'/g, '')
          .matchAll(/#(\d+)/g),
      ].filter(([, id]) => !known.has(Number(id))),
    )
    expect(missing).toEqual([])
    const ids = idsOf(lines)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(100)
  })

  it('gives each entity as many attributes as its schema has', () => {
    const wrong = lines.filter(({ type, values }) => {
      const counts = attributes[type]
      return counts !== undefined && values.length !== counts[house.schema === 'IFC4' ? 0 : 1]
    })
    expect(wrong).toEqual([])
  })

  it('holds storeys, walls with filled openings, slabs, a roof, spaces, sets, quantities, types and materials', () => {
    const count = (pattern: RegExp): number => lines.filter(({ type }) => pattern.test(type)).length
    const openings = house.storeys.flatMap(({ walls }) => walls.flatMap((wall) => wall.openings)).length
    expect(count(/^IFCBUILDINGSTOREY$/)).toBe(house.storeys.length)
    expect(count(/^IFCWALL(STANDARDCASE)?$/)).toBe(house.storeys.flatMap(({ walls }) => walls).length)
    expect(count(/^IFCRELVOIDSELEMENT$/)).toBe(openings)
    expect(count(/^IFC(WINDOW|DOOR)$/)).toBe(openings)
    expect(count(/^IFCROOF$/)).toBe(1)
    expect(count(/^IFCSPACE$/)).toBeGreaterThan(5)
    expect(count(/^IFCPROPERTYSET$/)).toBeGreaterThan(4)
    expect(count(/^IFCMATERIALLAYERSETUSAGE$/)).toBeGreaterThan(3)
    expect(count(/^IFCELEMENTQUANTITY$/)).toBeGreaterThan(30)
  })
})

it('the second export of the extension shares no GlobalId with the first, but nearly all names', () => {
  const [first, second] = ['haus-ahorn.ifc', 'haus-ahorn-rev-b.ifc'].map((file) => readStep(read(file)))
  const ids = new Set(idsOf(first ?? []))
  expect(idsOf(second ?? []).filter((id) => ids.has(id))).toEqual([])
  const names = (lines: readonly Line[] = []) =>
    new Set(
      lines.filter(({ type }) => /^IFC(WALL|WINDOW|DOOR|SLAB)$/.test(type)).map(({ values }) => values[2]),
    )
  const added = [...names(second)].filter((name) => !names(first).has(name))
  expect(added).toEqual(["'Study east window'"])
})
