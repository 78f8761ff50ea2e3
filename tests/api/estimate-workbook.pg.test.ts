import * as XLSX from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> =>
  work.result(`estimate.${command}`, input)
const insert = async (version: string, input: Record<string, unknown>): Promise<string> =>
  (await done('insert-line', { version, ...input }))['line']

/** Two sections; a line that is made of something, with a typed rate, and one of a formula. */
async function house(): Promise<string> {
  const { version } = await done('create', { name: 'House' })
  const shell = await insert(version, { kind: 'section', title: 'Shell' })
  const wall = await insert(version, {
    inside: shell,
    title: 'Wall',
    values: { unit: 'm2', qty_formula: '6 * 4' },
  })
  await work.make('estimate_resources', {
    version,
    line: wall,
    name: 'Mason',
    type: 'labour',
    qty_per_unit: '0.5',
    price: '49.80',
  })
  const values = { unit: 'm3', quantity: '10', unit_rate: '100' }
  await insert(version, { inside: shell, title: 'Concrete', values: { ...values, text: 'C25/30' } })
  await insert(version, {
    inside: shell,
    title: 'Formwork',
    values: { ...values, unit: 'm2', unit_rate: '31.25' },
  })
  const roof = await insert(version, { kind: 'section', title: 'Roof' })
  await insert(version, { inside: roof, title: 'Tiles', values })
  await work.make('estimate_markups', { version, key: 'risk', label: 'Risk', value: '5' })
  return version
}

type Rows = (string | number | null)[][]

/** The exported workbook, changed as a spreadsheet would write it. */
async function changed(version: string, change: (rows: Rows) => Rows, language = 'en'): Promise<string> {
  const path = `/api/estimate-versions/${version}/file?format=xlsx&language=${language}`
  const headers = { authorization: `Bearer ${work.person.token}`, 'x-tenant-id': work.tenantId }
  const answer = await fetch(work.server.url + path, { headers })
  expect(answer.status).toBe(200)
  const book = XLSX.read(await answer.arrayBuffer(), { type: 'array' })
  const name = book.SheetNames[0] ?? ''
  const rows = XLSX.utils.sheet_to_json<Rows[number]>(book.Sheets[name] as XLSX.WorkSheet, {
    header: 1,
    defval: null,
  })
  book.Sheets[name] = XLSX.utils.aoa_to_sheet(change(rows))
  return work.upload('House.xlsx', new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })))
}
const rowOf = (rows: Rows, title: string): Rows[number] => {
  const found = rows.find((row) => String(row[1]).split('\n')[0] === title)
  if (!found) throw new Error(title)
  return found
}
const linesOf = async (version: string): Promise<string[]> =>
  (await work.inside('estimate_lines', version))
    .map((row) => `${row['number']} ${row['title']}`)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

describe('an exported workbook that comes back', () => {
  it('[R-07] changes nothing where nobody changed anything, in either language', async () => {
    const version = await house()
    for (const language of ['en', 'de']) {
      const file = await changed(version, (rows) => rows, language)
      expect(await done('preview-workbook', { version, file })).toMatchObject({
        changed: 0,
        added: 0,
        removed: 0,
        left_out: 0,
        lines: [],
        net: { before: '3055.61', after: '3055.61' },
      })
    }
  })

  it('[R-07] says what it changes, to the cent, and becomes a draft in which lines stay the same lines', async () => {
    const version = await house()
    const file = await changed(version, (rows) => {
      const [wall, concrete] = [rowOf(rows, 'Wall'), rowOf(rows, 'Concrete')]
      wall[3] = 30
      wall[5] = 26.5
      concrete[1] = 'Concrete\nC30/37\nexposed'
      concrete[6] = 2.5
      rowOf(rows, 'Tiles')[2] = 'Alternative'
      // A row of one's own, a copied row with the key of another, and one that went.
      const own = [null, 'Scaffold', null, 120, 'm2', 4.125, null, null, null, null]
      const copy = [...concrete]
      copy[1] = 'Blinding'
      const next = rows.flatMap((row) => (row === concrete ? [concrete, own, copy] : [row]))
      return next.filter((row) => row !== rowOf(rows, 'Formwork'))
    })
    const look = await done('preview-workbook', { version, file })
    expect(look).toMatchObject({ changed: 3, added: 2, removed: 1, currency: 'EUR' })
    expect(
      look['lines'].map((one: Row) => [
        one['number'],
        one['title'],
        one['what'],
        one['before'],
        one['after'],
      ]),
    ).toEqual([
      ['1.1', 'Wall', 'Quantity', '24', '30'],
      ['1.1', 'Wall', 'Rate instead', '', '26.5'],
      ['1.2', 'Concrete', 'Text', 'C25/30', 'C30/37\nexposed'],
      ['1.2', 'Concrete', 'Discount', '', '2.5'],
      ['2.1', 'Tiles', 'Counts as', 'normal', 'alternative'],
      ['', 'Scaffold', 'Added', '', '120 m2 × 4.125'],
      ['', 'Blinding', 'Added', '', '10 m3 × 100'],
      ['1.3', 'Formwork', 'Removed', '', ''],
    ])
    const { bridge, net } = look
    const steps = ['from', 'rounding', 'scope', 'quantity', 'price', 'markup', 'discount', 'vat']
    const sum = steps.reduce((all, key) => all + Math.round(Number(bridge[key]) * 100), 0)
    expect(sum).toBe(Math.round(Number(bridge.to) * 100))
    // 30 × 26.50, 1000 less 2.5 % twice, 120 × 4.13 as this policy rounds rates, and 5 % of it all.
    expect(net.after).toBe('3402.63')

    const made = await done('import-workbook', { version, file })
    expect(made).toMatchObject({ changed: 3, added: 2, removed: 1 })
    expect(await work.read('estimate_versions', made['version'])).toMatchObject({
      status: 'draft',
      net: '3402.63',
      gross: bridge.to,
      parent_version: version,
    })
    expect(await linesOf(made['version'])).toEqual([
      '1 Shell',
      '1.1 Wall',
      '1.2 Concrete',
      '1.3 Scaffold',
      '1.4 Blinding',
      '2 Roof',
      '2.1 Tiles',
    ])
    // What was there stays as it was, and the new version is compared with it line by line.
    expect(await linesOf(version)).toHaveLength(6)
    expect(await work.read('estimate_versions', version)).toMatchObject({ net: '3055.61' })
    const compared = await done('compare', { from: version, to: made['version'] })
    expect(compared['bridge']).toEqual(bridge)
    const wall = (await work.inside('estimate_lines', made['version'])).find(({ title }) => title === 'Wall')
    expect(wall).toMatchObject({ qty_formula: null, rate: '26.500000', labour: '747.00', other: '48.00' })
  })

  it('keeps what stands in a section whose own row went, and takes a section away with its rows', async () => {
    const version = await house()
    const file = await changed(version, (rows) =>
      rows.filter((row) => !['Shell', 'Roof', 'Tiles'].includes(String(row[1]))),
    )
    const look = await done('preview-workbook', { version, file })
    expect(look['lines'].map((one: Row) => [one['title'], one['what']])).toEqual([['Roof', 'Removed']])
    const made = await done('import-workbook', { version, file })
    expect(await linesOf(made['version'])).toHaveLength(4)
  })

  it('takes what a spreadsheet calculated to six digits', async () => {
    const version = await house()
    const file = await changed(version, (rows) => {
      rowOf(rows, 'Concrete')[3] = 11.1 * 3
      rowOf(rows, 'Concrete')[5] = 100 + 1e-12
      rowOf(rows, 'Tiles')[3] = 1 / 3
      return rows
    })
    const look = await done('preview-workbook', { version, file })
    expect(look['lines'].map((one: Row) => [one['title'], one['what'], one['after']])).toEqual([
      ['Concrete', 'Quantity', '33.3'],
      ['Tiles', 'Quantity', '0.333333'],
    ])
    const made = await done('import-workbook', { version, file })
    const lines = await work.inside('estimate_lines', made['version'])
    expect(lines.find(({ title }) => title === 'Concrete')).toMatchObject({ quantity: '33.300000' })
    expect(lines.find(({ title }) => title === 'Tiles')).toMatchObject({ quantity: '0.333333' })
  })

  it('says how many added rows are no lines', async () => {
    const version = await house()
    const file = await changed(version, (rows) => {
      const roof = rowOf(rows, 'Roof')
      const copy = roof.map((cell, at) => (at === 1 ? 'A copied section' : cell))
      return rows.flatMap((row) => (row === roof ? [[null, 'By the way'], row, copy] : [row]))
    })
    const look = await done('preview-workbook', { version, file })
    expect(look).toMatchObject({
      changed: 0,
      added: 0,
      left_out: 2,
      net: { before: '3055.61', after: '3055.61' },
    })
  })

  it('puts many added lines between two others, up to a limit', async () => {
    const version = await house()
    const filled = (count: number) =>
      changed(version, (rows) => {
        const own = Array.from({ length: count }, (_, at) => [null, `Own ${at + 1}`, null, 1, 'm2', 1])
        return rows.flatMap((row) => (row === rowOf(rows, 'Wall') ? [row, ...own] : [row]))
      })
    const made = await done('import-workbook', { version, file: await filled(750) })
    const titles = (await linesOf(made['version'])).filter((title) => title.startsWith('1.'))
    expect(titles.slice(0, 3)).toEqual(['1.1 Wall', '1.2 Own 1', '1.3 Own 2'])
    expect(titles.slice(-3)).toEqual(['1.751 Own 750', '1.752 Concrete', '1.753 Formwork'])
    const tooMany = await work.run('estimate.preview-workbook', { version, file: await filled(2001) })
    expect([tooMany.status, tooMany.body.error.details[0].code]).toEqual([422, 'too_many'])
  })

  it('is refused where it is none of this estimate, or says no number', async () => {
    const [version, other] = [await house(), await house()]
    const problem = async (file: string, to = version): Promise<Row> => {
      const { status, body } = await work.run('estimate.import-workbook', { version: to, file })
      expect(status).toBe(422)
      return body.error.details[0]
    }
    expect(await problem(await changed(version, (rows) => rows), other)).toMatchObject({ code: 'estimate' })
    const without = await changed(version, (rows) => rows.map((row) => row.slice(0, 9)))
    expect(await problem(without)).toMatchObject({ code: 'columns' })
    const renamed = await changed(version, ([head = [], ...rows]) => [
      head.map((name) => (name === 'Quantity' ? 'Amount' : name)),
      ...rows,
    ])
    expect(await problem(renamed)).toMatchObject({
      code: 'columns',
      message: 'The workbook has no column Quantity.',
    })
    const wrong = await changed(version, (rows) => {
      rowOf(rows, 'Wall')[3] = 'many'
      return rows
    })
    expect(await problem(wrong)).toMatchObject({ code: 'number', message: 'Line 3: “many” is no number.' })
    expect(await linesOf(version)).toHaveLength(6)
  })
})
