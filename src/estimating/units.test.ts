import { describe, expect, it } from 'vitest'
import { unitSchema } from '#contracts/unit.ts'
import { hasSharedData, readSharedCsv } from '../../tests/support/read-shared-csv.ts'
import { measureOf, unitsFit } from './measure.ts'
import { parseUnit } from './parse-unit.ts'
import { units } from './units.ts'

const read = (text: string): string | null => {
  const found = parseUnit(text)
  return found && (found.basis === '1' ? found.unit.code : `${found.basis} ${found.unit.code}`)
}

describe('units', () => {
  it('the seed keeps to the contract', () => {
    for (const unit of units) expect(unitSchema.parse(unit)).toEqual(unit)
  })

  it('no way of writing means two units', () => {
    for (const unit of units)
      for (const name of [unit.code, unit.symbol, unit.label.en, unit.label.de, ...unit.aliases])
        expect(read(name), name).toBe(unit.code)
  })

  it.each([
    ['m²', 'm2'],
    ['M2', 'm2'],
    ['m 2', 'm2'],
    ['qm', 'm2'],
    ['St', 'pcs'],
    ['Stk.', 'pcs'],
    ['Stück', 'pcs'],
    ['pcs', 'pcs'],
    ['100 m2', '100 m2'],
    ['100m²', '100 m2'],
    ['1 000 Stück', '1000 pcs'],
    ["1'000 m", '1000 m'],
    ['0,5 t', '0.5 t'],
    ['2.5 kg', '2.5 kg'],
    ['Masch.-Std.', 'h'],
    ['Std', 'h'],
    ['psch', 'ls'],
    ['3 Personen', '3 pers'],
    ["m'", 'lm'],
    ['v. H.', '%'],
    ['Fuß', 'ft'],
  ])('%s is read as %s', (text, expected) => expect(read(text)).toBe(expected))

  // A thousand or one? Which ton? And what is not a unit is not one in part.
  it.each(['', '1.000 m', '1,000 m', 'ton', '0 m2', 'e-05 t', '100 m Stufen', '-5 m', '100', 'mx', '1e3 m'])(
    '%j is not guessed',
    (text) => expect(read(text)).toBeNull(),
  )

  it('reads rates, and says what goes together', () => {
    expect(measureOf('kg/m3')?.dimension).toEqual({ mass: 1, length: -3 })
    expect(measureOf('m³ per h')?.dimension).toEqual({ length: 3, time: -1 })
    expect(measureOf('kg/m3/h')).toBeNull()
    expect(unitsFit('m2', '100 m²')).toBe('fits')
    expect(unitsFit('l', 'm3')).toBe('fits')
    expect(unitsFit('m2', 't')).toBe('differs')
    expect(unitsFit('m2', 'Spannweite')).toBe('unknown')
  })
})

const catalogue = 'cost/cwicr_catalog_de_berlin_eur.csv'

describe.skipIf(!hasSharedData(catalogue))(
  'units of a real catalogue (skipped where ../shared/data is absent)',
  () => {
    it('all of 7,184 are read but one that is empty', () => {
      const unread = readSharedCsv(catalogue)
        .map((row) => row['unit'] ?? '')
        .filter((unit) => !parseUnit(unit))
      expect(unread).toEqual([''])
    })
  },
)
