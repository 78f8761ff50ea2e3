import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gaebFile } from '#estimating/exchange/gaeb/gaeb-file.ts'
import { api } from '../support/people.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { estimateOf, lineOf, sectionOf } from '../support/sample-estimate.ts'

// Estimates from files of other programs, and the prices of an offer put to the tender that it answers.
let place: EstimatingPlace

beforeAll(async () => {
  place = await startEstimating()
})
afterAll(() => place.server.stop())

const download = async (version: string, format: string): Promise<Uint8Array> => {
  const answer = await fetch(`${place.server.url}/api/estimate-versions/${version}/file?format=${format}`, {
    headers: { authorization: `Bearer ${place.person.token}`, 'x-tenant-id': place.tenantId },
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return new Uint8Array(await answer.arrayBuffer())
}
const importFile = async (name: string, bytes: string | Uint8Array): Promise<Row> => {
  const answer = await place.run('estimate.import-file', { file: await place.upload(name, bytes) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.result
}

const tenderOf = estimateOf([
  { ...sectionOf('Earthworks'), number: '01' },
  { ...lineOf('Dig', { parentId: 'Earthworks', quantity: '10.5', unitRate: '12.4' }), number: '01.0010' },
  {
    ...lineOf('Sand', { parentId: 'Earthworks', itemType: 'base', altGroup: 'fill', unitRate: '30' }),
    number: '01.0020',
  },
  {
    ...lineOf('Gravel', {
      parentId: 'Earthworks',
      itemType: 'alternative',
      altGroup: 'fill',
      unitRate: '35',
    }),
    number: '01.0030',
  },
  {
    ...lineOf('Pump', { parentId: 'Earthworks', itemType: 'optional_without_total', unitRate: '99' }),
    number: '01.0040',
  },
  { ...lineOf('Site', { itemType: 'lump_sum', unit: 'psch', unitRate: '5000' }), number: '02' },
])
const meta = {
  day: '2026-11-22',
  bidder: { name: 'A', street: 'B', postalCode: '1', city: 'C' },
  name: 'School',
  project: null,
  hiddenMarkups: new Set<string>(),
}
const file = (phase: '83' | '84'): string => gaebFile(tenderOf, { ...meta, phase }).text

describe('an estimate from a GAEB file', () => {
  it('has the numbers, texts and kinds of items of the tender, is priced by an offer, and answers with the same numbers', async () => {
    const { estimate, version, lines, notes } = await importFile('school.X83', file('83'))
    expect([lines, notes]).toEqual([5, []])
    expect(await place.read('estimates', estimate)).toMatchObject({ name: 'School', kind: 'tender' })
    const asked = await place.inside('estimate_lines', version)
    const byTitle = new Map(asked.map((row) => [row.title, row]))
    expect(byTitle.get('Dig')).toMatchObject({
      number: '01.0010',
      quantity: '10.500000',
      item_type: 'normal',
    })
    expect(byTitle.get('Gravel')).toMatchObject({ item_type: 'alternative', selected: false, alt_group: '1' })
    expect(byTitle.get('Pump')).toMatchObject({ item_type: 'optional_without_total', selected: false })
    expect((await place.read('estimate_versions', version)).net).toBe('0.00')

    const offer = await place.upload('school.X84', file('84'))
    const priced = await place.run('estimate.import-prices', { file: offer, version })
    expect(priced.body.result).toEqual({ priced: 5, notes: [] })
    // 10.5 × 12.40, sand and the site; neither gravel nor the pump.
    expect(await place.read('estimate_versions', version)).toMatchObject({ net: '5160.20', gross: '6140.64' })
    const answered = new TextDecoder().decode(await download(version, 'x84'))
    expect(answered).toContain('RNoPart="0030"')
    expect(answered).toContain('<TotalGross>6140.64</TotalGross>')
  })

  it('is read in the encodings of older programs', async () => {
    const german = file('83')
      .replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
      .replaceAll('>Dig<', '>Gräben für 5 €<')
    const bytes = Uint8Array.from([...german].map((letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0))))
    const { version } = await importFile('alt.x83', bytes)
    const titles = (await place.inside('estimate_lines', version)).map(({ title }) => title)
    expect(titles).toContain('Gräben für 5 €')
  })

  it.each([
    ['an entity bomb', '<!DOCTYPE a [<!ENTITY b "bbbb">]><GAEB>&b;</GAEB>', 'document type'],
    ['a file that was cut off', '<GAEB><Award><BoQ>', 'damaged or cut off'],
    ['another kind of XML', '<invoice/>', 'no GAEB file'],
    ['an offer without its tender', '', 'prices and no words'],
    [
      'a number that is none',
      '<GAEB><Award><BoQ><BoQBody><Itemlist><Item RNoPart="1"><Qty>1e9</Qty></Item></Itemlist></BoQBody></BoQ></Award></GAEB>',
      '“1e9” is no number',
    ],
  ])('refuses %s and makes nothing', async (_, text, words) => {
    const count = async (): Promise<number> => {
      const { body } = await place.owner.post('/api/query', {
        queries: [{ model: 'estimates', total: 'exact' }],
      })
      return body.results[0].total
    }
    const before = await count()
    const id = await place.upload('bad.x84', text === '' ? file('84') : text)
    const { status, body } = await place.run('estimate.import-file', { file: id })
    expect([status, body.error.code]).toEqual([422, 'invalid'])
    expect(JSON.stringify(body.error)).toContain(words)
    expect(await count()).toBe(before)
  })

  it('takes only files of whoever imports, and leaves versions alone that are no drafts', async () => {
    const foreign = api(place.person, place.tenantId)
    const unknown = { file: '01890000-0000-7000-8000-000000000000' }
    expect((await foreign.post('/api/commands/estimate.import-file', unknown)).status).toBe(404)
    const { version } = await importFile('school.X83', file('83'))
    await place.run('estimate.set-status', { version, status: 'approved' })
    const offer = await place.upload('school.X84', file('84'))
    expect((await place.run('estimate.import-prices', { file: offer, version })).status).toBe(422)
  })
})

describe('the prices of an offer', () => {
  const tender = estimateOf([
    { ...lineOf('Dig', { quantity: '10', unit: 'm3' }), number: '01' },
    { ...lineOf('Sand', { quantity: '4', unit: 'm3' }), number: '02' },
    { ...lineOf('Site', { itemType: 'lump_sum', unit: 'psch' }), number: '03' },
    { ...lineOf('Fence', { unit: 'm', quantity: '7' }), number: '04' },
  ])
  const offer = estimateOf([
    { ...lineOf('Dig', { quantity: '12', unit: 'm3', unitRate: '8.5' }), number: '01' },
    { ...lineOf('Sand', { quantity: '4', unit: 'm3', unitRate: '30', discountPct: '5' }), number: '02' },
    { ...lineOf('Site', { itemType: 'lump_sum', unit: 'psch' }), number: '03' },
    { ...lineOf('Crane', { unit: 'd', unitRate: '400' }), number: '05' },
  ])
  const offered = gaebFile(offer, { ...meta, phase: '84' }).text
  const versionOf = (id: string): Promise<Row> => place.read('estimate_versions', id)

  /** The tender as a draft with a price at each line and a markup, and the uploaded offer. */
  async function draft(): Promise<{ version: string; file: string; line: Map<string, string> }> {
    const { version } = await importFile('t.x83', gaebFile(tender, { ...meta, phase: '83' }).text)
    const line = new Map<string, string>()
    for (const { id, title } of await place.inside('estimate_lines', version)) {
      line.set(title, id)
      await place.owner.patch(`/api/records/estimate_lines/${id}`, { unit_rate: '6' })
    }
    // What digging is made of comes to 9.00; an offer stands instead of that.
    const resource = { version, line: line.get('Dig'), name: 'Digger', type: 'equipment', unit: 'h' }
    await place.make('estimate_resources', { ...resource, qty_per_unit: '0.1', price: '90' })
    await place.make('estimate_markups', { version, key: 'profit', label: 'Profit', value: '10' })
    return { version, file: await place.upload('o.x84', offered), line }
  }

  it('[R-07] [X-09] are looked at before, line by line, and come to just that', async () => {
    const { version, file } = await draft()
    const before = await versionOf(version)
    const seen = await place.result('estimate.preview-prices', { version, file })
    const row = (of: Row) => [of['title'], of['rate_before'], of['rate_after'], of['change'], of['odd']]
    expect(seen['lines'].map(row)).toEqual([
      ['Dig', '9', '8.5', '-5.00', ['Another quantity']],
      // 4 × 30.00 less 5 %.
      ['Sand', '6', '30', '90.00', []],
      ['Site', '6', null, '-6.00', ['Not offered']],
    ])
    expect(seen).toMatchObject({
      priced: 2,
      not_offered: 1,
      different: 1,
      unknown: { count: 1, items: [{ number: '05', price: '400.00' }] },
      missing: { count: 1, lines: [{ number: '04', title: 'Fence', rate: '6' }] },
    })
    expect(await versionOf(version)).toEqual(before)
    expect((await place.result('estimate.import-prices', { version, file }))['priced']).toBe(3)
    const after = await versionOf(version)
    const [direct, net, gross] = seen['sums']
    expect([direct.before, net.before, gross.before]).toEqual([
      before['direct_cost'],
      before['net'],
      before['gross'],
    ])
    expect([direct.after, net.after, gross.after]).toEqual([
      after['direct_cost'],
      after['net'],
      after['gross'],
    ])
    expect(direct.after).toBe('241.00')
    const again = await place.result('estimate.preview-prices', { version, file })
    expect(again['sums'][2]).toMatchObject({ change: '0.00' })
  })

  it('are taken for the lines that are chosen, and for drafts alone', async () => {
    const { version, file, line } = await draft()
    const lines = [line.get('Sand')]
    expect((await place.result('estimate.import-prices', { version, file, lines }))['priced']).toBe(1)
    const rates = (await place.inside('estimate_lines', version)).map((row) => [row['title'], row['rate']])
    expect(Object.fromEntries(rates)).toMatchObject({ Dig: '9.000000', Sand: '30.000000', Site: '6.000000' })
    const fence = { version, file, lines: [line.get('Fence')] }
    expect((await place.run('estimate.import-prices', fence)).status).toBe(422)
    await place.run('estimate.set-status', { version, status: 'approved' })
    const issued = await versionOf(version)
    expect((await place.result('estimate.preview-prices', { version, file }))['priced']).toBe(2)
    expect((await place.run('estimate.import-prices', { version, file })).status).toBe(422)
    expect(await versionOf(version)).toEqual(issued)
  })

  it('are taken for just what was looked at: a number may be that of another line since', async () => {
    const { version, file, line } = await draft()
    const { seen } = await place.result('estimate.preview-prices', { version, file })
    for (const [title = '', fixed_number] of [
      ['Dig', '99'],
      ['Sand', '01'],
      ['Dig', '02'],
    ])
      await place.owner.patch(`/api/records/estimate_lines/${line.get(title)}`, { fixed_number })
    const rows = (await place.inside('estimate_lines', version)).map((row) => [row['title'], row['number']])
    expect(Object.fromEntries(rows)).toMatchObject({ Dig: '02', Sand: '01' })
    const kept = await versionOf(version)
    for (const lines of [undefined, [line.get('Dig')]]) {
      const { status, body } = await place.run('estimate.import-prices', { version, file, lines, seen })
      expect(status).toBe(422)
      expect(JSON.stringify(body.error)).toContain('changed since these prices were looked at')
    }
    expect(await versionOf(version)).toEqual(kept)
    const again = await place.result('estimate.preview-prices', { version, file })
    const taken = { version, file, seen: again['seen'] }
    expect((await place.result('estimate.import-prices', taken))['priced']).toBe(3)
  })

  it.each([
    ['another currency', offered.replaceAll('>EUR<', '>CHF<'), 'in CHF, the estimate is in EUR'],
    ['no prices', gaebFile(tender, { ...meta, phase: '83' }).text, 'no prices'],
    [
      'other numbers',
      gaebFile(estimateOf([{ ...lineOf('X', { unitRate: '1' }), number: '77' }]), { ...meta, phase: '84' })
        .text,
      'has a number that the estimate has',
    ],
    ['no bill', '<GAEB/>', 'no bill of quantities'],
  ])('refuses a file with %s, in words, and changes nothing', async (_, text, words) => {
    const { version } = await draft()
    const before = await versionOf(version)
    const file = await place.upload('bad.x84', text)
    for (const command of ['preview-prices', 'import-prices']) {
      const { status, body } = await place.run(`estimate.${command}`, { version, file })
      expect(status).toBe(422)
      expect(JSON.stringify(body.error)).toContain(words)
    }
    expect(await versionOf(version)).toEqual(before)
  })
})

describe('an estimate from a BC3 file', () => {
  it('has its chapters and items with what they are made of, in any of its letters, and leaves as one', async () => {
    const bill =
      '~V|S|FIEBDC-3/2016|P||850|\r\n~K|\\2\\2\\3\\2\\2\\2\\2\\EUR\\|0|\r\n~C|O##||Casa|0||0|\r\n~C|1#||Excavaci\u00A2n|0||0|\r\n~C|E|m3|Zanjas|11.75||0|\r\n~C|P|h|Pe\u00A2n|20||1|\r\n~C|M|h|Retro|45||2|\r\n~D|O##|1#\\1\\1\\|\r\n~D|1#|E\\1\\84.5\\|\r\n~D|E|P\\1\\0.25\\M\\1\\0.15\\|\r\n'
    const { version, lines } = await importFile('casa.bc3', Buffer.from(bill, 'latin1'))
    expect(lines).toBe(1)
    const rows = await place.inside('estimate_lines', version)
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['Excavación', 'Zanjas'])
    expect(await place.read('estimate_versions', version)).toMatchObject({
      net: '992.88',
      labour: '422.50',
      equipment: '570.38',
    })
    const left = await importFile('again.bc3', await download(version, 'bc3'))
    expect(await place.read('estimate_versions', left.version)).toMatchObject({
      net: '992.88',
      labour: '422.50',
      equipment: '570.38',
    })
    const workbook = await download(version, 'xlsx')
    expect(Buffer.from(workbook.subarray(0, 2)).toString()).toBe('PK')
  })
})
