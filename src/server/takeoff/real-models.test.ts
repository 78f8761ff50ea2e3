import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { measureTakeOff } from '#estimating/measure-take-off.ts'
import type { TakeoffItem, TakeoffRule } from '#estimating/takeoff-rule.ts'
import { mainQuantities } from '../bim/main-quantities.ts'
import type { IfcElementFacts } from '../bim/read-ifc/ifc-facts.ts'
import { readIfc } from '../bim/read-ifc/read-ifc.ts'
import { elementOf } from './element-of.ts'
import { takeoffVariables } from './takeoff-variables.ts'

// Each reading starts a process; a busy machine takes its time for that.
vi.setConfig({ testTimeout: 120_000 })

const data = '../shared/data/ifc'

async function read(name: string): Promise<IfcElementFacts[]> {
  const elements: IfcElementFacts[] = []
  await readIfc(
    join(data, name),
    (part) => {
      if (part.kind === 'elements') elements.push(...part.elements)
    },
    { meshes: true },
  )
  return elements.filter(({ ifcClass }) => ifcClass !== 'IfcSpace')
}

/** What one rule makes of elements, as they would be kept. */
function count(facts: readonly IfcElementFacts[], given: Partial<TakeoffRule>): TakeoffItem[] {
  const rule: TakeoffRule = {
    id: 'r',
    name: 'r',
    formula: 'net_volume',
    unit: 'm3',
    waste: null,
    whenMissing: 'skip_and_flag',
    priority: 0,
    sort: 0,
    exclusive: true,
    splitBy: [],
    properties: [],
    variables: [],
    params: [],
    ...given,
  }
  const elements = facts.map((one) =>
    elementOf({
      id: String(one.expressId),
      name: one.name,
      ifc_class: one.ifcClass,
      type_name: one.typeName,
      quantities: mainQuantities(one.quantities).kept,
      property_sets: JSON.parse(one.psets.text),
    }),
  )
  const found = new Map([['r', new Set(elements.map(({ id }) => id))]])
  return measureTakeOff({ rules: [rule], elements, found, variables: takeoffVariables }).items
}

const flagsOf = (items: readonly TakeoffItem[]): string[] =>
  [...new Set(items.flatMap(({ flags }) => flags))].toSorted()

describe.skipIf(!existsSync(data))('real models (skipped where ../shared/data is absent)', () => {
  it('without units: lengths are right, and what the file does not measure is told, never guessed', async () => {
    const bricks = await read('schependomlaan_XELLA-Begane-grond_0.6MB_ifc2x3_qto-nounits.ifc')
    const lengths = count(bricks, { formula: 'length', unit: 'm' })
    const brick = bricks.find(({ name }) => name === '300x643x671')
    expect(lengths.find(({ element }) => element === String(brick?.expressId))).toMatchObject({
      quantity: '0.671000',
      flags: [],
    })
    for (const { quantity, flags } of count(bricks, { formula: 'volume' }))
      expect(quantity === null || flags.includes('unit_assumed')).toBe(true)
    const measured = count(bricks, { formula: 'volume', whenMissing: 'computed' }).filter(
      ({ quantity }) => quantity !== null,
    )
    expect(measured.length).toBeGreaterThan(600)
    for (const { flags } of measured) expect(flags.length).toBeGreaterThan(0)
  })

  it('without quantity sets: what is missing is left out, or measured and told as that', async () => {
    const office = await read('Office_A_4.1MB_ifc2x3_spaces.ifc')
    // It has no quantity set at all; what some elements say of themselves in a property is taken, and named as that.
    const declared = count(office, { formula: 'volume' })
    for (const { quantity, source, flags } of declared)
      expect(quantity === null ? flags : [source]).toEqual(quantity === null ? ['missing'] : ['pset'])
    const counted = count(office, { formula: 'volume', whenMissing: 'computed' }).filter(
      ({ quantity }) => quantity !== null,
    )
    expect(counted.length).toBeGreaterThan(700)
    for (const { source, flags } of counted)
      expect([source, flags.includes('computed')]).toEqual(
        source === 'pset' ? ['pset', false] : ['computed', true],
      )
  })

  it('with volumes written twice, once in cubic millimetres: the one its triangles bear out counts', async () => {
    const items = count(await read('TallBuilding_0.6MB_ifc2x3_qto.ifc'), {})
    const volumes = items.flatMap(({ quantity }) => (quantity === null ? [] : [Number(quantity)]))
    expect(volumes.length).toBeGreaterThan(20)
    expect(Math.max(...volumes)).toBeLessThan(100)
  })

  it('with German names: walls by their declared net volume, within a hundredth of their triangles in sum', async () => {
    const walls = (await read('AC20-FZK-Haus_2.6MB_ifc4_qto.ifc')).filter(({ ifcClass }) =>
      ifcClass.startsWith('IfcWall'),
    )
    const declared = count(walls, { formula: 'net_volume' })
    expect(declared.length).toBeGreaterThan(10)
    expect(flagsOf(declared)).toEqual([])
    const sum = declared.reduce((total, { quantity }) => total + Number(quantity), 0)
    const triangles = walls.reduce(
      (total, { quantities }) =>
        total +
        Number(
          quantities.find(({ source, canonical }) => source === 'computed' && canonical === 'volume')?.si ??
            0,
        ),
      0,
    )
    expect(Math.abs(sum / triangles - 1)).toBeLessThan(0.01)
  })
})
