import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readRows } from '../../../tests/support/read-rows.ts'
import { inferColumns, type InferredColumn } from './infer-columns.ts'
import { readCell } from './read-cell.ts'

const infer = async (text: string): Promise<Record<string, InferredColumn>> =>
  Object.fromEntries(inferColumns(await readRows(text, 'x.csv')).map((column) => [column.key, column]))

const column = async (values: string[], header = 'x'): Promise<InferredColumn> => {
  const text = [header, ...values.map((value) => `"${value}"`)].join('\n')
  const [found] = inferColumns(await readRows(text, 'x.csv'))
  if (!found) throw new Error('no column')
  return found
}

/** What the first value of a column becomes. */
const first = async (values: string[], header?: string): Promise<unknown> => {
  const found = await column(values, header)
  return readCell(
    values[0] ?? null,
    { key: 'x', label: 'x', type: found.type, options: found.options },
    found.format,
  )
}

describe('[IM-02] what a column holds', () => {
  it.each([
    [['1', '2', '30'], 'integer', 1],
    [['-5', '-6'], 'integer', -5],
    [['−5', '−6'], 'integer', -5],
    [['1.5', '2', '-3.25'], 'decimal', '1.5'],
    [['1,5', '2,25', '10'], 'decimal', '1.5'],
    [['1.234,50', '12,00'], 'decimal', '1234.50'],
    [['1,234.50', '12.00'], 'decimal', '1234.50'],
    [["1'234.50", '12.00'], 'decimal', '1234.50'],
    [['1 234,5', '2,5'], 'decimal', '1234.5'],
    [['1,234', '12,345'], 'integer', 1234],
    [['0012', '0013'], 'text', '0012'],
    [['+49 30 1234', '+49 30 99'], 'text', '+49 30 1234'],
    [['1e5', '1e6'], 'text', '1e5'],
    [['1234567890123456', '1234567890123457'], 'text', '1234567890123456'],
    [['12,50 €', '3,00 €'], 'money', '12.50'],
    [['19 %', '7 %'], 'percent', '19'],
    [['yes', 'no', 'Yes'], 'boolean', true],
    [['ja', 'nein'], 'boolean', true],
    [['2024-02-29', '2024-12-31'], 'date', '2024-02-29'],
    [['31.12.2024', '01.02.2024'], 'date', '2024-12-31'],
    [['3. März 2025', '15. Okt. 2024'], 'date', '2025-03-03'],
    [['15-Dec-2024', 'March 3, 2025'], 'date', '2024-12-15'],
    [['30. Februar 2025', '3. Marz 2025'], 'text', '30. Februar 2025'],
    [['3/4/2024', '25/4/2024'], 'date', '2024-04-03'],
    [['3/4/2024', '4/25/2024'], 'date', '2024-03-04'],
    [['2024-01-02 10:30', '2024-01-03 11:00'], 'datetime', '2024-01-02T10:30:00Z'],
    [['a@b.de', 'c@d.com'], 'email', 'a@b.de'],
    [['https://a.de', 'www.b.com/x'], 'url', 'https://a.de'],
    [['1.2.3', '1.2.4'], 'text', '1.2.3'],
  ] as const)('%j is %s', async (values, type, value) => {
    expect((await column([...values])).type).toBe(type)
    expect(await first([...values])).toBe(value)
  })

  it('takes money and its currency from the header', async () => {
    expect(await column(['5', '6'], 'Einheitspreis [EUR]')).toMatchObject({
      type: 'money',
      currency: 'EUR',
      label: 'Einheitspreis',
    })
    expect(await column(['5', '6.5'], 'Length [m]')).toMatchObject({
      type: 'decimal',
      unit: 'm',
      label: 'Length',
      key: 'length',
    })
  })

  it('proposes choices for few values that repeat, and a key for a unique code', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `A-${index},Item ${index},${['kg', 'm', 'm2'][index % 3] ?? ''}`,
    )
    const found = await infer(['code,name,unit', ...rows].join('\n'))
    expect(found.unit).toMatchObject({ type: 'select', options: ['kg', 'm', 'm2'] })
    expect(found.unit?.values).toEqual(['kg', 'm', 'm2'])
    expect(found.name?.values).toHaveLength(40)
    expect(found.code).toMatchObject({ type: 'text', unique: true, required: true, code: true })
    expect(found.name).toMatchObject({ type: 'text', unique: false, required: true })
  })

  it('keeps its type when a few cells are bad, and leaves those as they are', async () => {
    const values = [...Array.from({ length: 30 }, (_, index) => `${index}.5`), 'oops']
    const found = await column(values, 'price')
    expect(found.type).toBe('money')
    expect(readCell('oops', { key: 'x', label: 'x', type: 'money' }, found.format)).toBe('oops')
    expect(readCell('30.02.2024', { key: 'x', label: 'x', type: 'date' }, found.format)).toBe('30.02.2024')
  })

  it('names every column once, whatever the headers are', async () => {
    const found = inferColumns(await readRows('id,__proto__,,Größe,groesse,ID\n1,2,3,4,5,6\n', 'x.csv')).map(
      ({ key }) => key,
    )
    expect(found).toEqual(['id_2', 'proto', 'column_3', 'groesse', 'groesse_2', 'id_3'])
  })
})

const catalogue = '../shared/data/cost/cwicr_catalog_de_berlin_eur.csv'

describe.skipIf(!existsSync(catalogue))(
  'the CWICR catalogue (skipped where ../shared/data is absent)',
  () => {
    it('reads 7,184 rows with sensible types', async () => {
      const table = await readRows(readFileSync(catalogue), catalogue)
      expect(table.rows).toHaveLength(7184)
      const types = Object.fromEntries(
        inferColumns(table).map(({ key, type, currency }) => [key, currency ? `${type} ${currency}` : type]),
      )
      expect(types).toMatchObject({
        resource_code: 'text',
        name: 'text',
        type: 'select',
        category: 'select',
        unit: 'select',
        price_avg: 'money EUR',
        price_median: 'money EUR',
        price_variants: 'integer',
        currency: 'select',
        avg_cost_per_use: 'money EUR',
        avg_qty_per_use: 'decimal',
        usage_count: 'integer',
        parent_category: 'select',
        parent_section: 'text',
      })
      // Its codes repeat (6,670 different ones), so the code is offered as key but not as unique.
      expect(inferColumns(table)[0]).toMatchObject({ code: true, unique: false })
    })
  },
)
