import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'

// Cost groups and the choice among alternatives, through GAEB files over HTTP and back.
let place: EstimatingPlace
let version: string
const groups = new Map<string, string>()

const groupOf = async (set: string, code: string): Promise<string> => {
  const where = {
    and: [
      { field: 'set.key', op: 'eq', value: set },
      { field: 'code', op: 'eq', value: code },
    ],
  }
  const { body } = await place.owner.post('/api/query', { queries: [{ model: 'cost_groups', where }] })
  return body.results[0].rows[0].id
}
const download = async (format: string, id = version, person = place.person): Promise<string> => {
  const answer = await fetch(`${place.server.url}/api/estimate-versions/${id}/file?format=${format}`, {
    headers: { authorization: `Bearer ${person.token}`, 'x-tenant-id': place.tenantId },
  })
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.text()
}
const importFile = async (name: string, text: string): Promise<Row> =>
  place.result('estimate.import-file', { file: await place.upload(name, text) })

/** What each line belongs to, by its title: `330 60` for the share, `=330` for its own group. */
async function belonging(of: string): Promise<Record<string, string[]>> {
  const codes = new Map<string, string>()
  for (const set of ['din-276', 'rooms', 'crews']) {
    const { body } = await place.owner.post('/api/query', {
      queries: [
        { model: 'cost_groups', where: { field: 'set.key', op: 'eq', value: set }, page: { size: 500 } },
      ],
    })
    for (const { id, code } of body.results[0].rows) codes.set(id, `${set} ${code}`)
  }
  const { body } = await place.owner.post('/api/query', {
    queries: [
      {
        model: 'line_classifications',
        where: { field: 'line.version', op: 'eq', value: of },
        page: { size: 500 },
      },
    ],
  })
  const further = body.results[0].rows as Row[]
  return Object.fromEntries(
    (await place.inside('estimate_lines', of)).map((line) => {
      const own = line['cost_group'] ? [`=${codes.get(line['cost_group'])}`] : []
      const parts = further.filter((row) => row['line'] === line['id'])
      const shares = parts.map((row) => `${codes.get(row['cost_group'])} ${Number(row['share'])}`)
      return [line['title'], [...own, ...shares.toSorted()]]
    }),
  )
}

beforeAll(async () => {
  place = await startEstimating(['cost_groups', 'cost_group_sets'])
  await place.result('cost-groups.add-set', { set: 'din-276' })
  for (const [key, gaeb_type, codes] of [
    ['rooms', 'locality', ['EG', 'OG']],
    ['crews', undefined, ['A', 'B']],
  ] as const) {
    const { id } = await place.make('cost_group_sets', {
      key,
      name: `Set ${key}`,
      ...(gaeb_type && { gaeb_type }),
    })
    for (const code of codes)
      groups.set(code, (await place.make('cost_groups', { set: id, code, name: code }))['id'])
  }
  for (const code of ['320', '330', '340']) groups.set(code, await groupOf('din-276', code))
  const estimate = await place.make('estimates', { name: 'House' })
  version = (await place.read('estimates', estimate['id']))['current_version']
  const line = async (title: string, unit_rate: string, more: Row = {}, parts: [string, string][] = []) => {
    const { own, ...values } = more
    const made = await place.make('estimate_lines', {
      version,
      kind: 'line',
      unit: 'm2',
      quantity: '2',
      rate_source: 'manual',
      vat_code: 'standard',
      title,
      unit_rate,
      ...values,
      ...(own && { cost_group: groups.get(own) }),
    })
    for (const [code, share] of parts)
      await place.make('line_classifications', { line: made['id'], cost_group: groups.get(code), share })
  }
  await line('normal', '10', { own: '330' }, [
    ['340', '40'],
    ['EG', '33.333333'],
    ['OG', '66.666667'],
    ['A', '100'],
  ])
  await line('with', '1', { item_type: 'optional_with_total', selected: false }, [['340', '12.5']])
  await line('without', '200', { item_type: 'optional_without_total', selected: true, own: '320' })
  await line('base', '3', { item_type: 'base', alt_group: 'g', own: 'B' })
  await line('other', '4', { item_type: 'alternative', alt_group: 'g', selected: true, own: 'EG' }, [
    ['330', '100'],
  ])
  await line('sum', '5', { item_type: 'lump_sum', own: '330' })
  await line('hours', '7', { item_type: 'daywork', unit: 'h' })
})
afterAll(() => place.server.stop())

describe('a version with cost groups in three sets', () => {
  const expected = {
    normal: ['=din-276 330', 'crews A 100', 'din-276 340 40', 'rooms EG 33.333333', 'rooms OG 66.666667'],
    with: ['din-276 340 12.5'],
    without: ['=din-276 320'],
    base: ['=crews B'],
    other: ['=rooms EG', 'din-276 330 100'],
    sum: ['=din-276 330'],
    hours: [],
  }

  it('comes back from a tender with every group and share', async () => {
    expect(await belonging(version)).toEqual(expected)
    const text = await download('x83')
    expect(text).toContain('<CtlgType>cost group DIN 276 2018-12</CtlgType>')
    expect(text).toContain('<CtlgType>locality</CtlgType>')
    expect(text).toContain('<CtlgType>miscellaneous</CtlgType>')
    expect(text).not.toMatch(/<UP>|Accepted/)
    const read = await importFile('house.x83', text)
    expect(read['notes']).toEqual([])
    expect(await belonging(read['version'])).toEqual(expected)
  })

  it('comes back from a contract with what was chosen, to the cent', async () => {
    const text = await download('x86')
    expect(text.match(/<Accepted>\w+/g)).toEqual(['<Accepted>BasReject', '<Accepted>AltAccept'])
    const read = await importFile('house.x86', text)
    expect(read['notes']).toEqual([])
    expect(await belonging(read['version'])).toEqual(expected)
    const [own, other] = await Promise.all([
      place.read('estimate_versions', version),
      place.read('estimate_versions', read['version']),
    ])
    expect([other['net'], other['vat'], other['gross']]).toEqual([own['net'], own['vat'], own['gross']])
    // 20 + 400 + 8 + 5 + 14: the alternative and not its base, the option that was taken and not the one that was left.
    expect(own['net']).toBe('447.00')
    const lines = new Map(
      (await place.inside('estimate_lines', read['version'])).map((row) => [row['title'], row]),
    )
    expect(['with', 'without', 'base', 'other'].map((title) => lines.get(title)?.['selected'])).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(await download('x86', read['version'])).toBe(text)
  })

  it('is without them for whoever may not read all of them, and says so', async () => {
    const grants = { '*': { verbs: ['read', 'export'] }, cost_groups: { verbs: [] } }
    await installDefinitions(place.server, place.tenantId, place.person.userId, [
      { kind: 'role', key: 'blind', body: { label: 'Blind', grants } } as never,
    ])
    const reader = await placePerson(place.server, place.tenantId, 'blind')
    const text = await download('x83', version, reader)
    expect(text).not.toContain('Ctlg')
    expect(text).toContain('Cost groups are left out')
  })
})

describe('a file with catalogues that the workspace does not have', () => {
  it('says what of them was not taken, before and after', async () => {
    const text = (await download('x83'))
      .replaceAll('>locality<', '>cost unit<')
      .replaceAll('<CtlgCode>340<', '<CtlgCode>999<')
    const notes = [
      'The catalogue “Set rooms” (cost unit) is no set of cost groups here. Not taken: EG (2), OG (1).',
      '“DIN 276, Ebenen 1 und 2” has no group 999. Not taken for 1, 2.',
    ]
    const file = await place.upload('house.x83', text)
    expect((await place.result('estimate.preview-file', { file }))['notes']).toEqual(notes)
    const read = await place.result('estimate.import-file', { file })
    expect(read['notes']).toEqual(notes)
    const { internal_note } = await place.read('estimate_versions', read['version'])
    expect(internal_note).toContain(notes[0])
    // What is left of a line whose parts are not all known does not become all of it.
    expect((await belonging(read['version']))['normal']).toEqual(['crews A 100', 'din-276 330 60'])
  })
})
