import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  makeEstimatingWorkspace,
  startEstimating,
  type EstimatingPlace,
  type Row,
} from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const done = (command: string, input: Record<string, unknown>): Promise<Row> =>
  work.result(`estimate.${command}`, input)
const insert = async (version: string, input: Record<string, unknown> = {}): Promise<string> =>
  (await done('insert-line', { version, ...input }))['line']
/** The outline of a version: number and title, line by line. */
const outline = async (version: string): Promise<string[]> =>
  (await work.inside('estimate_lines', version))
    .map((row) => `${row['number']} ${row['title']}`)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** A section with two lines, one of them with a resource, and a markup. */
async function house(): Promise<Record<'estimate' | 'version' | 'shell' | 'concrete' | 'wall', string>> {
  const { estimate, version } = (await done('create', { name: 'House' })) as Record<
    'estimate' | 'version',
    string
  >
  const shell = await insert(version, { kind: 'section', title: 'Shell' })
  const values = { unit: 'm3', quantity: '10', unit_rate: '100' }
  const concrete = await insert(version, { inside: shell, title: 'Concrete', values })
  const wall = await insert(version, {
    below: concrete,
    title: 'Wall',
    values: { ...values, unit_rate: null },
  })
  await work.make('estimate_resources', {
    version,
    line: wall,
    name: 'Mason',
    type: 'labour',
    qty_per_unit: '2',
    price: '50',
  })
  await work.make('estimate_markups', { version, key: 'risk', label: 'Risk', value: '5' })
  return { estimate, version, shell, concrete, wall }
}

describe('lines', () => {
  it('are inserted exactly where they are wanted, duplicated right below, moved and removed with what is inside', async () => {
    const { version, shell, concrete, wall } = await house()
    await insert(version, { below: concrete, title: 'Between' })
    await insert(version, { below: shell, title: 'First inside' })
    await insert(version, { below: shell, kind: 'section', title: 'Roof' })
    expect(await outline(version)).toEqual([
      '1 Shell',
      '1.1 First inside',
      '1.2 Concrete',
      '1.3 Between',
      '1.4 Wall',
      '2 Roof',
    ])
    const copy = (await done('duplicate-line', { line: shell }))['line'] as string
    expect((await outline(version)).filter((line) => line.startsWith('2'))).toEqual([
      '2 Shell',
      '2.1 First inside',
      '2.2 Concrete',
      '2.3 Between',
      '2.4 Wall',
    ])
    // 10 × 100 + 10 × 2 × 50, twice
    expect(await work.read('estimate_versions', version)).toMatchObject({
      direct_cost: '4000.00',
      labour: '2000.00',
    })
    const lineages = (await work.inside('estimate_lines', version)).map((row) => row['lineage'])
    expect(new Set(lineages).size).toBe(lineages.length)
    expect(await done('move-line', { line: copy, step: 'up' })).toEqual({ line: copy, moved: true })
    expect(await done('move-line', { line: copy, step: 'up' })).toEqual({ line: copy, moved: false })
    await done('move-line', { line: wall, above: concrete })
    await done('move-line', { line: concrete, step: 'out' })
    expect(await outline(version)).toContain('2.2 Wall')
    expect(await outline(version)).toContain('3 Concrete')
    const cycle = await work.run('estimate.move-line', { line: shell, inside: wall })
    expect([cycle.status, cycle.body.error.details[0].path]).toEqual([422, 'parent'])
    expect(await done('remove-line', { line: copy })).toEqual({ removed: 5 })
    expect(await work.read('estimate_versions', version)).toMatchObject({
      direct_cost: '2000.00',
      line_count: 4,
    })
    expect((await work.owner.post('/api/undo', {})).body.refused).toEqual([])
    expect(await work.read('estimate_versions', version)).toMatchObject({
      direct_cost: '4000.00',
      line_count: 8,
    })
  })
})

describe('prices', () => {
  it('are taken from the catalogue as they stand on the day of the version, and kept', async () => {
    const { version, concrete } = await house()
    const { price_date: day } = await work.read('estimate_versions', version)
    const catalogue = await work.make('catalogues', { code: 'own', name: 'Own', kind: 'own' })
    const item = await work.make('catalogue_items', {
      catalogue: catalogue['id'],
      code: 'C-25',
      name: 'Concrete',
      type: 'material',
      unit: 'm3',
      price_basis: '10',
    })
    const price = { item: item['id'], currency: 'EUR' }
    const without = await work.run('estimate.price-line', { line: concrete, item: item['id'] })
    expect([without.status, without.body.error.details[0].code]).toEqual([422, 'no_price'])
    const old = await work.make('catalogue_prices', {
      ...price,
      unit_price: '900',
      valid_from: '2020-01-01',
      valid_to: '2020-12-31',
    })
    const now = await work.make('catalogue_prices', {
      ...price,
      unit_price: '1234.5',
      valid_from: '2021-01-01',
    })
    expect(old['id']).not.toBe(now['id'])
    expect(await done('price-line', { line: concrete, item: item['id'] })).toEqual({
      line: concrete,
      rate: '123.450000',
    })
    const [resource] = (await work.inside('estimate_resources', version)).filter(
      (row) => row['line'] === concrete,
    )
    expect(resource).toMatchObject({
      item_code: 'C-25',
      price_date: day,
      quantity: '10.000000',
      amount: '1234.50',
    })
    expect(await work.read('estimate_lines', concrete)).toMatchObject({
      rate: '123.450000',
      material: '1234.50',
      rate_source: 'item',
    })
    // On an old day the item cost 90.00 each: what the preview says is what it then comes to.
    const preview = await done('reprice-preview', { version, date: '2020-06-01' })
    expect(preview['lines']).toMatchObject([
      { title: 'Concrete', rate_before: '123.45', rate_after: '90', price: '-334.50' },
    ])
    const before = await work.read('estimate_versions', version)
    expect([preview['gross'].before, preview['missing']]).toEqual([before['gross'], []])
    const { version: old2020 } = await done('new-version', { version })
    await work.owner.patch(`/api/records/estimate_versions/${old2020}`, { price_date: '2020-06-01' })
    const copy = (await work.inside('estimate_lines', old2020)).find((row) => row['title'] === 'Concrete')
    await done('price-line', { line: copy?.['id'], item: item['id'] })
    expect((await work.read('estimate_versions', old2020))['gross']).toBe(preview['gross'].after)
    expect(await done('reprice-preview', { version, date: '2019-06-01' })).toMatchObject({
      lines: [],
      missing: ['Concrete'],
    })
    await work.owner.patch(`/api/records/catalogue_prices/${now['id']}`, { unit_price: '2000' })
    expect(await work.read('estimate_lines', concrete)).toMatchObject({ line_total: '1234.50' })
    // An item that is no longer to be used is told, with what replaces it.
    expect(preview['outdated']).toEqual([])
    const { id: fresh } = await work.make('catalogue_items', {
      catalogue: item['catalogue'],
      code: 'C-NEW',
      name: 'Concrete, new',
      type: 'material',
      unit: 'm3',
    })
    const status = { status: 'replaced', replaced_by: fresh }
    expect((await work.owner.patch(`/api/records/catalogue_items/${item['id']}`, status)).status).toBe(200)
    expect((await done('reprice-preview', { version, date: '2020-06-01' }))['outdated']).toEqual([
      { line: concrete, title: 'Concrete', by: 'C-NEW Concrete, new' },
    ])
  })
})

describe('versions', () => {
  it('are forked with everything in them: the same lines in another version', async () => {
    const { estimate, version, wall } = await house()
    const { version: second } = await done('new-version', { version, label: 'After the meeting' })
    const { version: timber } = await done('new-variant', { version, variant: 'timber' })
    const [a, b, c] = await Promise.all(
      [version, second, timber].map((id) => work.read('estimate_versions', id)),
    )
    expect(b).toMatchObject({
      version_no: 2,
      variant: 'main',
      label: 'After the meeting',
      parent_version: version,
    })
    expect(c).toMatchObject({ version_no: 3, variant: 'timber', gross: a?.['gross'], direct_cost: '2000.00' })
    expect(b?.['gross']).toBe(a?.['gross'])
    const lineages = async (id: string) =>
      (await work.inside('estimate_lines', id)).map((row) => row['lineage']).toSorted()
    expect(await lineages(second)).toEqual(await lineages(version))
    expect(await work.read('estimates', estimate)).toMatchObject({ versions: 3, current_version: second })
    const again = await work.run('estimate.new-variant', { version, variant: 'timber' })
    expect([again.status, again.body.error.details[0].path]).toEqual([422, 'variant'])
    // What changes in one stays in it.
    await work.owner.patch(`/api/records/estimate_lines/${wall}`, { quantity: '20' })
    expect(await work.read('estimate_versions', second)).toMatchObject({ direct_cost: '2000.00' })
  })

  it('are compared with a bridge that adds up to the cent', async () => {
    const { version } = await house()
    const { version: second } = await done('new-version', { version })
    const lines = await work.inside('estimate_lines', second)
    const wall = lines.find((row) => row['title'] === 'Wall')?.['id'] as string
    const concrete = lines.find((row) => row['title'] === 'Concrete')?.['id'] as string
    await work.owner.patch(`/api/records/estimate_lines/${wall}`, { quantity: '12.345' })
    await work.owner.patch(`/api/records/estimate_lines/${concrete}`, { unit_rate: '99.99' })
    await insert(second, { title: 'Stairs', values: { quantity: '1', unit: 'pcs', unit_rate: '1234.56' } })
    const compared = await done('compare', { from: version, to: second })
    expect(compared['bridge']).toMatchObject({
      rounding: '0.00',
      scope: '1234.56',
      quantity: '234.50',
      price: '-0.10',
      discount: '0.00',
    })
    const { from, to, ...steps } = compared['bridge'] as Record<string, string>
    expect(from).toBe((await work.read('estimate_versions', version))['gross'])
    expect(to).toBe((await work.read('estimate_versions', second))['gross'])
    const cents = (text: string | undefined): bigint => BigInt((text ?? '').replace('.', ''))
    expect(Object.values(steps).reduce((sum, step) => sum + cents(step), cents(from))).toBe(cents(to))
    expect((compared['changes'] as Row[]).map((change) => change['title'])).toEqual([
      'Concrete',
      'Wall',
      'Stairs',
    ])
  })

  it('go with their estimate as long as all are drafts', async () => {
    const { estimate, version } = await house()
    await done('new-version', { version })
    expect(await done('remove', { estimate })).toEqual({ removed: estimate })
    expect((await work.owner.get(`/api/records/estimate_versions/${version}`)).status).toBe(404)
    const other = await house()
    await done('set-status', { version: other.version, status: 'in_review' })
    const refused = await work.run('estimate.remove', { estimate: other.estimate })
    expect([refused.status, refused.body.error.details[0].message]).toEqual([
      422,
      expect.stringContaining('is no draft and stays'),
    ])
  })

  it('are not there for whoever may not see them', async () => {
    const { version } = await house()
    const stranger = await makeEstimatingWorkspace(work.server)
    for (const [command, input] of [
      ['new-version', { version }],
      ['compare', { from: version, to: version }],
      ['insert-line', { version }],
      ['set-status', { version, status: 'in_review' }],
    ] as const)
      expect((await stranger.run(`estimate.${command}`, input)).status, command).toBe(404)
  })
})
