import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeXlsx } from '#server/exchange/xlsx/write-xlsx.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { makeRecipe } from '../support/price-book.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating(['recipe_components'])
}, 60_000)

afterAll(() => work.server.stop())

let made = 0
async function newCatalogue(): Promise<string> {
  made += 1
  return (await work.make('catalogues', { code: `T${made}`, name: 'Tiers', currency: 'EUR' }))['id']
}
async function stage(bytes: BodyInit, name = 'book.csv'): Promise<string> {
  const { status, body } = await work.owner.post(`/api/imports?name=${name}`, undefined, { bytes })
  expect([status, body.error]).toEqual([201, undefined])
  return body.id
}
const preview = (input: Row): Promise<Row> => work.result('catalogue.preview-import', input)
const take = (input: Row): Promise<Row> => work.result('catalogue.import', input)
async function rowsOf(model: string, field: string, value: string): Promise<Row[]> {
  const question = { model, where: { field, op: 'eq', value }, page: { size: 500 } }
  const { body } = await work.owner.post('/api/query', { queries: [question] })
  return body.results[0].rows
}
const itemsOf = (catalogue: string) => rowsOf('catalogue_items', 'catalogue', catalogue)
/** Region, quantity, price and days of each price, in that order. */
async function pricesOf(catalogue: string): Promise<unknown[][]> {
  const rows = await rowsOf('catalogue_prices', 'item.catalogue', catalogue)
  return rows
    .map(({ region, min_qty, unit_price, valid_from, valid_to }) => [
      region ?? '',
      Number(min_qty),
      Number(unit_price),
      valid_from,
      valid_to,
    ])
    .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}
const english = `code;name;type;unit;price;region;min qty;valid from;valid to
C25;Concrete C25/30;Material;m³;120,00;;;;
C25;Concrete C25/30;Material;m³;110,00;;10;;
C25;Concrete C25/30;Material;m³;130,00;DE-BE;;;
C25;Concrete C25/30;Material;m³;125,00;DE-BE;10;;
C25;Concrete C25/30;Material;m³;99,00;DE-BE;50;2026-01-01;2026-06-30
MAS;Mason;Labour;h;54,00;;;;`

describe('a price book with regions, quantities and days', () => {
  it('writes a price for each row of an item, and the second time changes nothing', async () => {
    const catalogue = await newCatalogue()
    const input = { import: await stage(english), catalogue, valid_from: '2026-02-01' }
    const looked = await preview(input)
    expect(looked).toMatchObject({
      rows: 6,
      items: { added: 2, changed: 0, unchanged: 0 },
      prices: { added: 6, changed: 0, unchanged: 0, none: 0 },
      rejected: 0,
      unread_columns: [],
    })
    expect(looked['examples'].added).toMatchObject([
      { code: 'C25', price: '120' },
      { code: 'C25', price: '110', min_qty: '10' },
      { code: 'C25', price: '130', region: 'DE-BE' },
      { code: 'C25', price: '125', region: 'DE-BE', min_qty: '10' },
      { code: 'C25', price: '99', region: 'DE-BE', min_qty: '50', valid_to: '2026-06-30' },
      { code: 'MAS', price: '54' },
    ])
    expect(await itemsOf(catalogue)).toEqual([])
    await take(input)
    const written = await pricesOf(catalogue)
    expect(written).toEqual([
      ['', 0, 120, '2026-02-01', null],
      ['', 0, 54, '2026-02-01', null],
      ['', 10, 110, '2026-02-01', null],
      ['DE-BE', 0, 130, '2026-02-01', null],
      ['DE-BE', 10, 125, '2026-02-01', null],
      ['DE-BE', 50, 99, '2026-01-01', '2026-06-30'],
    ])
    const again = await take({ ...input, valid_from: '2026-04-01' })
    expect(again).toMatchObject({
      items: { added: 0, changed: 0, unchanged: 2 },
      prices: { added: 0, changed: 0, unchanged: 6 },
      rejected: 0,
    })
    expect(await pricesOf(catalogue)).toEqual(written)
  })

  it('ends the old price of a region and quantity the day before, and leaves the others', async () => {
    const catalogue = await newCatalogue()
    await take({ import: await stage(english), catalogue, valid_from: '2026-02-01' })
    const next = `code;name;unit;price;region;min qty
C25;Concrete C25/30;m³;126,50;DE-BE;10
C25;;;118,00;DE-BY;`
    const input = { import: await stage(next), catalogue, valid_from: '2026-05-01' }
    const looked = await preview(input)
    expect(looked).toMatchObject({ items: { changed: 0, missing: 1 }, prices: { added: 2, changed: 1 } })
    const price = (before: string | null, after: string) => [{ field: 'unit_price', before, after }]
    expect(looked['examples'].changed).toEqual([
      {
        code: 'C25',
        model: 'catalogue_prices',
        region: 'DE-BE',
        min_qty: '10',
        changes: price('125.000000', '126.5'),
      },
      { code: 'C25', model: 'catalogue_prices', region: 'DE-BY', changes: price(null, '118') },
    ])
    await take(input)
    expect(await pricesOf(catalogue)).toEqual([
      ['', 0, 120, '2026-02-01', null],
      ['', 0, 54, '2026-02-01', null],
      ['', 10, 110, '2026-02-01', null],
      ['DE-BE', 0, 130, '2026-02-01', null],
      ['DE-BE', 10, 125, '2026-02-01', '2026-04-30'],
      ['DE-BE', 10, 126.5, '2026-05-01', null],
      ['DE-BE', 50, 99, '2026-01-01', '2026-06-30'],
      ['DE-BY', 0, 118, '2026-05-01', null],
    ])
    expect((await take(input))['prices']).toMatchObject({ added: 0, changed: 0, unchanged: 2 })
  })

  it('takes days that follow each other, in any order; without an end each ends where the next begins', async () => {
    const catalogue = await newCatalogue()
    const file = `Artikelnummer;Bezeichnung;ME;EP;Gültig ab;Gültig bis
S;Sand;t;22,00;01.07.2026;31.12.2026
S;Sand;t;20,00;01.01.2026;30.06.2026
K;Kies;t;33,00;01.07.2026;
K;Kies;t;30,00;01.01.2026;`
    const input = { import: await stage(file), catalogue, valid_from: '2026-03-01' }
    const written = [
      ['', 0, 20, '2026-01-01', '2026-06-30'],
      ['', 0, 22, '2026-07-01', '2026-12-31'],
      ['', 0, 30, '2026-01-01', '2026-06-30'],
      ['', 0, 33, '2026-07-01', null],
    ]
    expect((await take(input))['prices']).toMatchObject({ added: 4, changed: 0 })
    expect(await pricesOf(catalogue)).toEqual(written)
    expect((await take(input))['prices']).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
    const until = `Artikelnummer;Bezeichnung;ME;EP;Gültig ab;Gültig bis\nK;Kies;t;33;01.07.2026;31.10.2026`
    const ended = { import: await stage(until), catalogue }
    expect((await preview(ended))['examples'].changed).toMatchObject([
      { code: 'K', changes: [{ field: 'valid_to', before: null, after: '2026-10-31' }] },
    ])
    expect((await take(ended))['prices']).toMatchObject({ added: 0, changed: 1, unchanged: 0 })
    expect((await pricesOf(catalogue))[3]).toEqual(['', 0, 33, '2026-07-01', '2026-10-31'])
  })

  it('rejects what overlaps, in the file and with the catalogue, and takes none of the file then', async () => {
    const catalogue = await newCatalogue()
    const file = `code;name;unit;price;region;from quantity;valid from;valid to
A;Sand;t;20;DE;5;2026-01-01;2026-06-30
A;Sand;t;21;DE;5,0;2026-06-30;2026-12-31
A;Sand;t;22;DE;6;2026-06-30;2026-12-31
A;Sand;t;23;DE;5;2026-12-31;2026-01-01
A;Gravel;t;24;AT;5;;
A;Sand;kg;25;CH;5;;
A;Sand;t;26;CH;-1;;
B;Clay;t;27;;;soon;
A;;;28;DE;5;2025-06-01;2026-01-01`
    const input = { import: await stage(file), catalogue, valid_from: '2026-01-01' }
    const looked = await preview(input)
    const overlaps = 'Line 2 has a price of A for the same region, quantity and days already.'
    expect(looked['rejected_rows']).toMatchObject([
      { row: 3, code: 'A', region: 'DE', min_qty: '5,0', valid_from: '2026-06-30', message: overlaps },
      { row: 5, message: 'The price ends on 2026-01-01, before it begins on 2026-12-31.' },
      { row: 6, message: '“Name” is not the same as in line 2, which has the code A too.' },
      { row: 7, message: '“Unit” is not the same as in line 2, which has the code A too.' },
      { row: 8, message: '-1 is below zero.' },
      { row: 9, message: '“soon” is no date.' },
      { row: 10, message: overlaps },
    ])
    expect(looked).toMatchObject({ rows: 9, items: { added: 1 }, prices: { added: 2 }, rejected: 7 })
    const { status, body } = await work.run('catalogue.import', input)
    expect([status, body.error.details[0]]).toEqual([
      422,
      {
        path: 'rows.3',
        code: 'row',
        message: overlaps,
        text: 'Line {{line}} has a price of {{code}} for the same region, quantity and days already.',
        values: { line: '2', code: 'A' },
      },
    ])
    expect(await itemsOf(catalogue)).toEqual([])
    await take({ ...input, leave_out: true })
    expect(await pricesOf(catalogue)).toEqual([
      ['DE', 5, 20, '2026-01-01', '2026-06-30'],
      ['DE', 6, 22, '2026-06-30', '2026-12-31'],
    ])
    const over = `code;name;unit;price;region;from quantity;valid from;valid to
A;Sand, washed;t;30;DE;6;2026-01-01;2026-12-31`
    const later = { import: await stage(over), catalogue }
    expect(await preview(later)).toMatchObject({
      items: { changed: 0, unchanged: 1 },
      prices: { added: 0, changed: 0, unchanged: 0 },
      rejected_rows: [
        {
          row: 2,
          code: 'A',
          min_qty: '6',
          message:
            'Another price for the same region and quantity begins on 2026-06-30, before this one ends. Let this one end before.',
        },
      ],
    })
    expect((await work.run('catalogue.import', later)).status).toBe(422)
  })

  it('says which columns are not read', async () => {
    const catalogue = await newCatalogue()
    const file = 'code;name;unit;price;Lead time;Colour code\nA;Sand;t;20;7;red'
    const looked = await preview({ import: await stage(file), catalogue })
    expect(looked).toMatchObject({ unread_columns: ['Lead time', 'Colour code'], items: { added: 1 } })
  })

  it('is read from a workbook, whose days are days', async () => {
    const catalogue = await newCatalogue()
    const headers = ['Code', 'Bezeichnung', 'Einheit', 'EP', 'Ab Menge', 'Gültig ab']
    async function* rows() {
      const item = [{ text: 'W-1' }, { text: 'Ziegel' }, { text: 'm²' }]
      yield [...item, { number: '38.4' }, { text: '' }, { text: '2026-01-01' }]
      yield [...item, { number: '35.1' }, { number: '100' }, { text: '2026-01-01' }]
    }
    const pieces: Uint8Array[] = []
    for await (const piece of writeXlsx('Preise', headers, rows())) pieces.push(piece)
    await take({ import: await stage(Buffer.concat(pieces), 'book.xlsx'), catalogue })
    expect(await pricesOf(catalogue)).toEqual([
      ['', 0, 38.4, '2026-01-01', null],
      ['', 100, 35.1, '2026-01-01', null],
    ])
  })
})

describe('suppliers of a price book', () => {
  it('are linked by name; one that is not known is said, and its item is taken without', async () => {
    const catalogue = await newCatalogue()
    const { id: kiesel } = await work.make('suppliers', { name: 'Kiesel & Kalk GmbH' })
    const { id: north } = await work.make('suppliers', { name: 'Nordhafen Baustoffe' })
    for (const name of ['Twice', 'Twice']) await work.make('suppliers', { name })
    const file = (supplier: string) => `Code;Name;Einheit;Preis;Lieferant;Staffel
A;Sand;t;20;${supplier};0
A;Sand;t;18;;10
B;Gravel;t;30;Nobody Ltd;0
C;Clay;t;40;Twice;0`
    const input = { import: await stage(file('Kiesel & Kalk GmbH')), catalogue, valid_from: '2026-01-01' }
    expect(await preview(input)).toMatchObject({
      rejected: 0,
      unread_columns: [],
      unknown_suppliers: [
        { supplier: 'Nobody Ltd', items: 1 },
        { supplier: 'Twice', items: 1 },
      ],
    })
    await take(input)
    const suppliers = async () =>
      Object.fromEntries((await itemsOf(catalogue)).map(({ code, supplier }) => [code, supplier]))
    expect(await suppliers()).toEqual({ A: kiesel, B: null, C: null })
    const other = { ...input, import: await stage(file('Nordhafen Baustoffe')) }
    expect((await preview(other))['examples'].changed).toEqual([
      {
        code: 'A',
        model: 'catalogue_items',
        changes: [{ field: 'supplier', before: 'Kiesel & Kalk GmbH', after: 'Nordhafen Baustoffe' }],
      },
    ])
    await take(other)
    expect(await suppliers()).toMatchObject({ A: north })
    await take({ ...input, import: await stage(file('Somebody else')) })
    expect(await suppliers()).toMatchObject({ A: north })
  })
})

describe('estimates', () => {
  it('price a line and a recipe by its region and quantity on its day', async () => {
    const catalogue = await newCatalogue()
    await take({ import: await stage(english), catalogue, valid_from: '2026-01-01' })
    const concrete = (await itemsOf(catalogue)).find(({ code }) => code === 'C25')?.['id']
    const { version: slab } = await makeRecipe(
      work,
      { catalogue, name: 'Slab', output_unit: 'm3' },
      [{ item: concrete, qty_expr: '2' }],
      { valid_from: '2026-01-01' },
    )
    const rateOf = async (region: string | null, day: string, quantity: string, by: Row) => {
      const { version } = await work.result('estimate.create', { name: 'House' })
      await work.owner.patch(`/api/records/estimate_versions/${version}`, { price_date: day, region })
      const values = { unit: 'm3', quantity, vat_code: 'standard' }
      const { line } = await work.result('estimate.insert-line', { version, title: 'Slab', values })
      await work.result('estimate.price-line', { line, ...by })
      return Number((await work.read('estimate_lines', line))['rate'])
    }
    const item = { item: concrete }
    expect(await rateOf(null, '2026-03-01', '9.99', item)).toBe(120)
    expect(await rateOf(null, '2026-03-01', '10', item)).toBe(110)
    expect(await rateOf('DE-BE', '2026-03-01', '9', item)).toBe(130)
    expect(await rateOf('DE-BE', '2026-03-01', '20', item)).toBe(125)
    expect(await rateOf('DE-BE', '2026-03-01', '50', item)).toBe(99)
    expect(await rateOf('DE-BE', '2026-07-01', '50', item)).toBe(125)
    expect(await rateOf('DE-BY', '2026-03-01', '50', item)).toBe(110)
    // Two cubic metres of concrete for one of the slab: the line takes twice its quantity.
    expect(await rateOf('DE-BE', '2026-03-01', '4', { recipe_version: slab })).toBe(260)
    expect(await rateOf('DE-BE', '2026-03-01', '5', { recipe_version: slab })).toBe(250)
    expect(await rateOf('DE-BE', '2026-03-01', '25', { recipe_version: slab })).toBe(198)
  })
})
