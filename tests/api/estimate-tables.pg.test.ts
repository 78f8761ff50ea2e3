import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeXlsx, type SheetCell } from '#server/exchange/xlsx/write-xlsx.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { hasSharedData } from '../support/read-shared-csv.ts'

// Bills in CSV and Excel files: what they would be is said before, and nothing odd passes in silence.
let place: EstimatingPlace

beforeAll(async () => {
  place = await startEstimating()
})
afterAll(() => place.server.stop())

async function workbook(headers: string[], rows: SheetCell[][]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  async function* all() {
    yield* rows
  }
  for await (const piece of writeXlsx('LV', headers, all())) pieces.push(piece)
  return Buffer.concat(pieces)
}
const typesOf = ({ types }: Row): Record<string, string> =>
  Object.fromEntries((types as Row[]).map(({ type, amount }) => [type, amount]))

// Of the shape of estimates that are made of building models: what was counted stands beside what is priced.
const lines = `pos,recipe_code,name,unit,quantity,unit_rate_eur,total_eur,source_group,source_element,quantity_kind
1.1.1,A,Scaffold,100 m2,0.1030,1458.33,150.21,Site,9 metres high,Area
1.1.2,B,Water,t,70.0800,2212.08,155022.41,Site,9 metres high,Area
2.1.1,C,Step,100 m Stufen,0.0100,91106.87,911.07,Stairs,Step,Count`
const parts = `pos,resource_code,type,resource_name,resource_unit,quantity_in_line,unit_price_eur,cost_eur
1.1.1,L1,labour,Scaffolder,Std.,6.3252,17.10,108.18
1.1.1,G1,equipment,Lorry,Masch.-Std.,0.2348,18.18,4.27
1.1.1,M1,material,Tubes,t,0.0097,3907.89,37.76`

describe('an estimate from a table', () => {
  it('[E-13] is shown with what does not fit, and then made with the money of the file', async () => {
    const before = await place.owner.post('/api/query', { queries: [{ model: 'estimates', total: 'exact' }] })
    const file = await place.upload('house.csv', lines)
    const seen = await place.result('estimate.preview-file', {
      file,
      parts: await place.upload('parts.csv', parts),
    })
    expect(seen).toMatchObject({ name: 'house', currency: 'EUR', lines: 3, sections: 4, takes_parts: true })
    expect(seen.misfits).toMatchObject({ count: 1, worth: '155022.41' })
    expect(seen.misfits.lines[0]).toMatchObject({ number: '1.1.2', counted: 'Area', unit: 't' })
    expect(seen.oddities).toEqual([
      { what: 'The unit is not known', count: 1, where: '2.1.1' },
      { what: 'The printed total is not quantity × rate', count: 1, where: '1.1.2' },
    ])
    const after = await place.owner.post('/api/query', { queries: [{ model: 'estimates', total: 'exact' }] })
    expect(after.body.results[0].total).toBe(before.body.results[0].total)

    const made = await place.result('estimate.import-file', { file: seen.file, parts: seen.parts })
    expect(await place.read('estimate_versions', made.version)).toMatchObject({
      direct_cost: '156083.69',
      labour: '108.18',
      equipment: '4.27',
      material: '37.76',
      status: 'draft',
    })
    const rows = await place.inside('estimate_lines', made.version)
    const water = rows.find(({ title }) => title === 'Water')
    expect(water).toMatchObject({ number: '1.1.2', unit: 't', line_total: '155022.41' })
    expect(water?.internal_note).toContain('counts Area and prices it per t')
    expect(rows.find(({ title }) => title === 'Scaffold')).toMatchObject({ internal_note: null })
  })

  it('is read from German tables and from workbooks', async () => {
    const german =
      'Pos.;Bezeichnung;Einheit;Menge;EP;GP\n1;Erdarbeiten;;;;\n1.1;Graben;m³;1.250,5;12,40;15.506,20'
    const sheet = await workbook(
      ['Pos.', 'Bezeichnung', 'Einheit', 'Menge', 'EP', 'GP'],
      [
        [{ text: '1' }, { text: 'Erdarbeiten' }, null, null, null, null],
        [
          { text: '1.1' },
          { text: 'Graben' },
          { text: 'm³' },
          { number: '1250.5' },
          { number: '12.4' },
          { number: '15506.2' },
        ],
      ],
    )
    for (const [name, bytes] of [['lv.csv', german] as const, ['lv.xlsx', sheet] as const]) {
      const made = await place.result('estimate.import-file', { file: await place.upload(name, bytes) })
      expect(await place.read('estimate_versions', made.version)).toMatchObject({ direct_cost: '15506.20' })
      const rows = await place.inside('estimate_lines', made.version)
      expect(rows.map(({ title, kind, number }) => [title, kind, number])).toEqual([
        ['Erdarbeiten', 'section', '1'],
        ['Graben', 'line', '1.1'],
      ])
    }
  })

  it.each([
    ['no column for the name', 'a;b\n1;2', 'lacks columns: “title”'],
    ['a cell that is no number', 'Pos;Name;Unit;Qty\n1;Wall;m2;ten', 'Line 2: “ten” is no number'],
  ])('refuses %s', async (_, text, words) => {
    const { status, body } = await place.run('estimate.preview-file', {
      file: await place.upload('bad.csv', text),
    })
    expect([status, body.error.code]).toEqual([422, 'invalid'])
    expect(JSON.stringify(body.error)).toContain(words)
  })
})

const shared = ['lines', 'components'].map((part) => `cost/cwicr_example_estimate_de_berlin_${part}.csv`)

describe.skipIf(!hasSharedData(...shared))(
  'the published CWICR estimate (skipped where ../shared/data is absent)',
  () => {
    it('[E-13] flags exactly the 28 lines that price another dimension, and has the types that its parts come to', async () => {
      const [file, components] = await Promise.all(
        shared.map((path) => place.upload(path.slice(5), readFileSync(`../shared/data/${path}`))),
      )
      const seen = await place.result('estimate.preview-file', { file, parts: components })
      expect(seen.misfits).toMatchObject({ count: 28, worth: '389385.89' })
      const types = { Labour: '388280.59', Equipment: '69021.98', Material: '202774.35' }
      expect(typesOf(seen)).toMatchObject(types)
      const counts = (seen.oddities as Row[]).map(({ count }) => count)
      expect([seen.lines, ...counts]).toEqual([87, 2, 19, 42, 8])

      const made = await place.result('estimate.import-file', { file, parts: components })
      expect(await place.read('estimate_versions', made.version)).toMatchObject({
        direct_cost: '660076.92',
        labour: types.Labour,
        equipment: types.Equipment,
        material: types.Material,
      })
      const rows = await place.inside('estimate_lines', made.version)
      expect(rows.filter(({ internal_note: note }) => note !== null)).toHaveLength(28)
    })
  },
)
