import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { canonicalJson } from '#base/json.ts'
import type { IfcElementFacts, IfcFigures, IfcHead, IfcPart, IfcSpatialNode } from './ifc-facts.ts'
import type { IfcLimits } from './ifc-limits.ts'
import { readIfc } from './read-ifc.ts'
import { endSpareReaders, readySpareReaders } from './spare-readers.ts'

// Each reading starts a process; a busy machine takes its time for that.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'ifc-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Read {
  head: IfcHead
  nodes: IfcSpatialNode[]
  elements: IfcElementFacts[]
  figures: IfcFigures
}

async function readAll(
  path: string,
  limits: Partial<IfcLimits> = {},
  first: (part: IfcPart) => Promise<void> | void = () => undefined,
): Promise<Read> {
  const read: Partial<Read> & Pick<Read, 'nodes' | 'elements'> = { nodes: [], elements: [] }
  await readIfc(
    path,
    async (part) => {
      await first(part)
      if (part.kind === 'head') read.head = part.head
      if (part.kind === 'nodes') read.nodes.push(...part.nodes)
      if (part.kind === 'elements') read.elements.push(...part.elements)
      if (part.kind === 'end') read.figures = part.figures
    },
    { meshes: true, limits },
  )
  return read as Read
}

const file = (name: string, bytes: Uint8Array | string): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
const house = 'fixtures/ifc/haus-ahorn.ifc'
const failure = (path: string, limits: Partial<IfcLimits> = {}) =>
  readIfc(path, () => undefined, { limits, meshes: true }).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )
/** Process ids of readers that this process has started and has not seen end. */
const readers = (kind = '(ifc|mesh)'): string[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' })
    .split('\n')
    // One that is ending has no command any more: its name stands in brackets.
    .filter((line) => new RegExp(`${kind}-reader| \\[`).test(line))
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent]) => parent === String(process.pid))
    .flatMap(([, id]) => id ?? [])
const quantity = ({ quantities }: IfcElementFacts, canonical: string, source = 'qto') =>
  quantities.find((one) => one.canonical === canonical && one.source === source)?.si

const setsOf = ({ psets }: IfcElementFacts) => JSON.parse(psets.text) as Record<string, unknown>

const read = readAll(house)

describe('the sample house', () => {
  it('is read with head, units and spatial tree', async () => {
    const { head, nodes } = await read
    expect(head).toMatchObject({ schema: 'IFC4', applications: ['Formwork fixtures 1'], project: '25-004' })
    expect(head.units.length).toEqual({ name: 'METRE', factor: '1', assumed: false })
    // It declares no unit of mass: whoever reads a weight is to be told.
    expect(head.units.weight.assumed).toBe(true)
    const byId = new Map(nodes.map((node) => [node.expressId, node]))
    const storey = nodes.find(({ ifcClass }) => ifcClass === 'IfcBuildingStorey')
    expect(storey).toMatchObject({ name: 'Ground floor', elevation: '0' })
    expect(byId.get(storey?.parent ?? 0)?.ifcClass).toBe('IfcBuilding')
  })

  it('is read with elements, types, materials, property sets and exact quantities', async () => {
    const { elements, nodes, figures } = await read
    const slab = elements.find(({ name }) => name === 'Slab Ground floor')
    expect(slab).toMatchObject({
      ifcClass: 'IfcSlab',
      predefinedType: 'BASESLAB',
      tag: 'S0',
      typeName: 'Ground floor on screw piles',
      materials: ['Wood fibre insulation', 'Cross-laminated timber C24'],
    })
    expect(slab && setsOf(slab)).toMatchObject({
      Pset_SlabCommon: { IsExternal: true, ThermalTransmittance: '0.18' },
    })
    expect(slab && [quantity(slab, 'net_volume'), quantity(slab, 'gross_area')]).toEqual(['23.328', '77.76'])
    expect(Number(slab && quantity(slab, 'volume', 'computed'))).toBeCloseTo(23.328, 4)
    const places = new Set(nodes.map(({ expressId }) => expressId))
    expect(elements.every(({ place }) => place !== null && places.has(place))).toBe(true)
    expect(figures).toMatchObject({ elements: 31, meshes: 30, zeroQuantities: 0, unmapped: {} })
  })

  it('is read with its classification, of elements and of their types', async () => {
    const { elements } = await readAll('fixtures/ifc/birkenhof.ifc')
    const wall = elements.find(({ typeName }) => typeName === 'Sand-lime wall with facing brick')
    expect(wall?.classification).toBe('DIN 276: 331 Load-bearing external walls')
    expect(wall && setsOf(wall)).toMatchObject({
      Classification: { 'DIN 276': '331' },
      Pset_WallCommon: { IsExternal: true },
    })
    const slab = elements.find(({ name }) => name === 'Slab Ground floor')
    expect(slab?.classification).toBe('DIN 276: 322 Shallow foundations and ground slabs')
    const door = elements.find(({ ifcClass }) => ifcClass === 'IfcDoor')
    expect([door?.classification, door && Object.keys(setsOf(door))]).toEqual([null, ['Pset_DoorCommon']])
  })

  it('is read from an archive just the same', async () => {
    const path = file('house.ifczip', zipSync({ 'house.ifc': readFileSync(house) }))
    expect((await readAll(path)).figures).toEqual((await read).figures)
  })
})

// Whatever has two readers is not through before one of them has ended.
const waitForEnd = async (): Promise<void> => {
  const before = readers()
  if (before.length === 2) await expect.poll(() => readers(), { timeout: 10_000 }).not.toEqual(before)
}
const noReaders = () => expect.poll(() => readers(), { timeout: 60_000 }).toEqual([])

describe('a large file', () => {
  it('has its lines read after its triangles, and the same is found', async () => {
    const whole = await read
    await noReaders()
    const during: [kind: string, readers: number][] = []
    const large = await readAll(house, { bytesBeside: 0 }, ({ kind }) => {
      during.push([kind, readers().length])
    })
    expect(during).toEqual(['geometry', 'head', 'nodes', 'elements', 'end'].map((kind) => [kind, 1]))
    expect(large).toEqual(whole)
  })

  it('for whose readers half of the memory is not enough is read in the whole of it', async () => {
    // Each takes about 230 to 300 MB for this house.
    expect(await readAll(house, { memoryMegabytes: 400 }, waitForEnd)).toEqual(await read)
  })
})

describe('a reader that is ended midway', () => {
  const endedBy = (signal: NodeJS.Signals, kinds: string[] = []) =>
    readAll(house, {}, ({ kind }) => {
      kinds.push(kind)
      // The one for the lines waits for this to be received, and then for the last word of the other.
      if (kind === 'geometry') process.kill(Number(readers('mesh')[0]), signal)
    })

  it('ends the reading and the other reader; whoever asked may try again', async () => {
    await noReaders()
    await expect(endedBy('SIGTERM')).rejects.toMatchObject({ code: 'unavailable' })
    await noReaders()
  })

  it('by a system without memory has the file read once more, and each part is handed over once', async () => {
    await noReaders()
    const kinds: string[] = []
    expect(await endedBy('SIGKILL', kinds)).toEqual(await read)
    expect(kinds.toSorted()).toEqual(['elements', 'end', 'geometry', 'head', 'nodes'])
    await noReaders()
  })
})

describe('readers that wait for a file', () => {
  beforeEach(noReaders)
  afterEach(endSpareReaders)

  it('are one of each kind, read the next one, and are no longer there then', async () => {
    readySpareReaders()
    const waiting = readers()
    readySpareReaders()
    expect([waiting.length, readers()]).toEqual([2, waiting])
    const during: string[][] = []
    await readIfc(house, () => void during.push(readers()), { meshes: true })
    expect(during[0]).toEqual(waiting)
    await expect.poll(() => readers(), { timeout: 10_000 }).toEqual([])
  })

  it('are not missed when something has ended them', async () => {
    const whole = await read
    await noReaders()
    readySpareReaders()
    for (const id of readers()) process.kill(Number(id), 'SIGKILL')
    // At once: that they are gone is not seen yet.
    expect(await readAll(house)).toEqual(whole)
    readySpareReaders()
    for (const id of readers()) process.kill(Number(id), 'SIGKILL')
    await noReaders()
    expect(await readAll(house)).toEqual(whole)
    readySpareReaders()
    endSpareReaders()
    await noReaders()
  })

  it('are not missed when none could be started', async () => {
    const { execPath } = process
    try {
      // The first is told of later, the second is thrown at once.
      for (const path of ['/no/such/program', 'no\0program']) {
        process.execPath = path
        readySpareReaders()
      }
    } finally {
      process.execPath = execPath
    }
    expect((await readAll(house)).figures.elements).toBe(31)
  })
})

describe('[IM-05] files that cannot be read', () => {
  const text = readFileSync(house, 'latin1')
  let at = 0

  it('are told apart', async () => {
    expect(await failure(file('a.ifc', '%PDF-1.7'))).toBe('not_ifc')
    expect(await failure(file('b.ifc', ''))).toBe('not_ifc')
    expect(await failure(file('c.ifc', text.slice(0, text.length / 2)))).toBe('truncated')
    expect(await failure(file('d.ifc', text.replace("'IFC4'", "'AP214'")))).toBe('not_ifc')
    expect(await failure(file('e.ifc', text.replace("'IFC4'", "'IFC2X2'")))).toBe('unsupported_schema')
    expect(await failure(house, { bytes: 10_000 })).toBe('too_large')
  })

  it('are stopped when they take too much time or memory, and leave no process behind', async () => {
    expect(await failure(house, { seconds: 0.05 })).toBe('too_long')
    expect(await failure(house, { memoryMegabytes: 60 })).toBe('too_much_memory')
    await expect.poll(() => readers(), { timeout: 10_000 }).toEqual([])
  })

  it('are stopped when an archive is a bomb, cut off, or holds no model', async () => {
    const zeros = zipSync({ 'zeros.ifc': new Uint8Array(60_000_000) })
    expect(await failure(file('bomb.ifczip', zeros))).toBe('bomb')
    const two = zipSync({ 'a.ifc': readFileSync(house), 'b.ifc': readFileSync(house) })
    expect(await failure(file('two.ifczip', two))).toBe('bomb')
    const packed = zipSync({ 'a.ifc': readFileSync(house) })
    expect(await failure(file('cut.ifczip', packed.subarray(0, packed.length / 2)))).toBe('truncated')
    expect(await failure(file('none.ifczip', zipSync({ 'a.txt': packed })))).toBe('not_ifc')
  })

  it('have property sets in one order, and say which no field takes', async () => {
    const named = text
      .replaceAll("'Pset_WallCommon'", "'10'")
      .replaceAll("'Pset_SlabCommon'", "'constructor'")
    const { elements } = await readAll(file('named.ifc', named))
    const texts = elements.map(({ psets }) => psets.text)
    expect(texts.map((one) => canonicalJson(JSON.parse(one)))).toEqual(texts)
    const refused = elements.filter(({ psets }) => !psets.isStorable)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.every((one) => Object.keys(setsOf(one)).includes('constructor'))).toBe(true)
  })

  it('are read without what they refer to and do not have', async () => {
    const [, type = ''] = /IFCRELDEFINESBYTYPE\([^;]*?\),(#\d+)\)/.exec(text) ?? []
    const holes = text
      .replaceAll(/(IFCPROPERTYSET\([^;]*?),\(#/g, '$1,(#999999,#')
      .replaceAll(/(IFCELEMENTQUANTITY\([^;]*?),\(#/g, '$1,(#999999,#')
      .replaceAll(/(IFCRELASSOCIATESMATERIAL\([^;]*?\)),#\d+\)/g, '$1,#999999)')
      .replaceAll(`${type});`, '#999999);')
    expect(holes.match(/#999999/g)?.length).toBeGreaterThan(20)
    const [found, whole] = [await readAll(file('holes.ifc', holes)), await read]
    const psets = (read: Read) => read.elements.map((one) => setsOf(one)['Pset_WallCommon'])
    expect(psets(found)).toEqual(psets(whole))
    const quantities = (read: Read) => read.elements.map((one) => one.quantities)
    expect(quantities(found)).toEqual(quantities(whole))
  })

  it('come to an end with what goes in circles, is no text, or is no number', async () => {
    const places = [...text.matchAll(/^#(\d+)\s*=\s*IFCLOCALPLACEMENT\(([^,]*),/gm)]
    expect(places.length).toBeGreaterThan(2)
    const circle = text.replaceAll(/^#(\d+)(\s*=\s*IFCLOCALPLACEMENT\()[^,]*,/gm, '#$1$2#$1,')
    const [, whole = '', part = ''] = /IFCRELAGGREGATES\([^;]*?,(#\d+),\((#\d+)/.exec(text) ?? []
    const tree = text.replace(`${whole},(${part}`, `${part},(${part}`)
    const letters = text.replaceAll("'Slab Ground floor'", "'\\X2\\ZZZZ\\X0\\ \\X2\\D8\\X4\\ \\S\\'")
    const numbers = text.replaceAll(
      /IFCQUANTITYAREA\(('[^']*'),\$,\$,[\d.]+/g,
      'IFCQUANTITYAREA($1,$,$,1.E999999',
    )
    expect(numbers).not.toBe(text)
    const many = text.replace(
      'ENDSEC;\nEND-ISO',
      `${"#9$n=IFCWALL('x',$,$,$,$,$,$,$,$);\n".repeat(200_000).replaceAll('$n', () => String(++at))}ENDSEC;\nEND-ISO`,
    )
    for (const [name, bad] of Object.entries({ circle, tree, letters, numbers, many })) {
      const end = await failure(file(`${name}.ifc`, bad), { seconds: 20 })
      expect(
        ['read', 'not_ifc', 'truncated', 'too_long', 'too_large', 'too_much_memory', 'failed', 'unreadable'],
        name,
      ).toContain(end)
    }
  })

  it('end in a failure when the parser never comes to an end with them', async () => {
    const broken = text.replaceAll(/IFCSLAB\([^;]*;/g, 'IFCSLAB(((;')
    expect(await failure(file('f.ifc', broken), { seconds: 4 })).toBe('too_long')
  })
})

// Entities, meshes, triangles, quantity sets, quantities in them, and how many elements with a mesh have a quantity that is
// not zero. A mesh may have no triangles: holes have taken all of 64 window frames of “houten kozijnen”.
const published: Record<string, number[]> = {
  'PCERT-building-architecture_0.2MB.ifc': [444, 12, 1130, 7, 25, 7],
  'KIT-Simple-Road_0.4MB_ifc4x3rc2.ifc': [6500, 66, 3026, 0, 0, 0],
  'TallBuilding_0.6MB_ifc2x3_qto.ifc': [9925, 55, 5468, 84, 393, 55],
  'schependomlaan_XELLA-Begane-grond_0.6MB_ifc2x3_qto-nounits.ifc': [10_886, 750, 9000, 628, 628, 628],
  'AC20-FZK-Haus_2.6MB_ifc4_qto.ifc': [44_249, 83, 21_722, 176, 3284, 82],
  'schependomlaan_ROOT-houten-kozijnen_9.3MB_ifc2x3_qto.ifc': [125_924, 164, 19_772, 485, 29_509, 164],
  ...(process.env['LONG'] && {
    'Office_A_4.1MB_ifc2x3_spaces.ifc': [62_930, 803, 49_923, 99, 99, 0],
    'schependomlaan_merged_33.7MB_ifc2x3_qto.ifc': [491_475, 5287, 304_970, 3446, 62_606, 3557],
  }),
}
const data = '../shared/data/ifc'

describe.skipIf(!existsSync(data))('real models (skipped where ../shared/data is absent)', () => {
  it.each(Object.entries(published))('%s: what others counted in it', async (name, counts) => {
    const { head, elements, figures } = await readAll(join(data, name))
    const meshed = elements.filter(({ quantities }) => quantities.some(({ source }) => source === 'computed'))
    const measured = meshed.filter(({ quantities }) =>
      quantities.some(({ source, zero }) => source === 'qto' && !zero),
    )
    expect([
      head.entities,
      figures.meshes,
      figures.triangles,
      figures.quantitySets,
      figures.quantityValues,
      measured.length,
    ]).toEqual(counts)
  })

  it('no unit of area and an unnamed set: millimetres become metres, the rest is flagged', async () => {
    const { head, elements } = await readAll(
      join(data, 'schependomlaan_XELLA-Begane-grond_0.6MB_ifc2x3_qto-nounits.ifc'),
    )
    expect(head.units).toMatchObject({ length: { factor: '0.001', assumed: false }, area: { assumed: true } })
    const brick = elements.find(({ name }) => name === '300x643x671')
    expect(brick?.quantities[0]).toMatchObject({
      set: null,
      canonical: 'length',
      si: '0.671',
      assumedUnit: false,
    })
  })

  it('every quantity name of a project of many models has a name of ours, or is listed as one that is not counted with', async () => {
    const { elements, figures } = await readAll(join(data, 'schependomlaan_merged_33.7MB_ifc2x3_qto.ifc'))
    const declared = elements.flatMap(({ quantities }) => quantities.filter(({ source }) => source === 'qto'))
    const names = new Map(declared.map(({ name, canonical }) => [name, canonical]))
    expect(names.size).toBeGreaterThan(500)
    const lost = [...names].filter(([name, canonical]) => canonical === null && !(name in figures.unmapped))
    expect(lost).toEqual([])
    // Nothing stands on both lists.
    expect([...names].filter(([name, canonical]) => canonical !== null && name in figures.unmapped)).toEqual(
      [],
    )
    expect(names.get('Net Volume')).toBe('net_volume')
  })

  it('German names are known, and an archive of another program is read', async () => {
    const { elements, figures: german } = await readAll(join(data, 'AC20-FZK-Haus_2.6MB_ifc4_qto.ifc'))
    const named = elements.flatMap(({ quantities }) =>
      quantities.filter(({ name }) => name === 'Netto-Volumen'),
    )
    expect(new Set(named.map(({ canonical }) => canonical))).toEqual(new Set(['net_volume']))
    // What has no name of ours is listed by its own; the list has those of spaces and other places too.
    const strange = elements.flatMap(({ quantities }) =>
      quantities.flatMap(({ name, canonical, source }) =>
        canonical === null && source === 'qto' ? [name] : [],
      ),
    )
    expect(strange.length).toBeGreaterThan(100)
    expect(Object.keys(german.unmapped)).toEqual(expect.arrayContaining([...new Set(strange)]))
    const { head, figures } = await readAll(join(data, 'schependomlaan_ROOT-staal.ifczip'))
    expect([head.schema, head.entities, figures.quantitySets]).toEqual(['IFC2X3', 13_402, 163])
  })
})
