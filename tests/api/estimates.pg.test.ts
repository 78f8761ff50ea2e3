import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frozenKeys } from '#server/estimates/frozen-keys.ts'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)

afterAll(() => work.server.stop())

const estimate = async (name = 'House'): Promise<{ id: string; version: string }> => {
  const { id } = await work.make('estimates', { name })
  const { current_version } = await work.read('estimates', id)
  return { id, version: current_version }
}
const status = (id: string, value: string) =>
  work.owner.patch(`/api/records/estimate_versions/${id}`, { status: value })
const issue = async (version: string): Promise<void> => {
  for (const value of ['in_review', 'approved', 'issued'])
    expect((await status(version, value)).status, value).toBe(200)
}

describe('estimates', () => {
  it('begin with a draft of the main variant, and show what their current version says', async () => {
    const { id } = await work.make('estimates', { name: 'House', currency: 'CHF' })
    const made = await work.read('estimates', id)
    expect(made).toMatchObject({ state: 'draft', net: '0.00', gross: '0.00', versions: 1 })
    const version = await work.read('estimate_versions', made['current_version'])
    expect(version).toMatchObject({
      version_no: 1,
      variant: 'main',
      status: 'draft',
      currency: 'CHF',
      title: `${made['number']} v1`,
      rounding: { preset: 'GAEB' },
    })
    const second = await work.make('estimate_versions', { estimate: id, variant: 'timber' })
    const read = await work.read('estimate_versions', second['id'])
    expect(read).toMatchObject({ version_no: 2, title: `${made['number']} v2 timber` })
    expect(await work.read('estimates', id)).toMatchObject({
      versions: 2,
      current_version: made['current_version'],
    })
  })

  it('give lines their order, outline number and lineage, and roll up to the version and the estimate', async () => {
    const { id, version } = await estimate()
    const section = await work.make('estimate_lines', { version, kind: 'section', title: 'Shell' })
    const line = { version, parent: section['id'], unit: 'm3', unit_rate: '150.10', vat_code: 'standard' }
    const first = await work.make('estimate_lines', { ...line, title: 'Concrete', quantity: '12.5' })
    const second = await work.make('estimate_lines', { ...line, title: 'Blinding', quantity: '2' })
    const wall = await work.make('estimate_lines', {
      ...line,
      title: 'Wall',
      quantity: '10',
      unit_rate: null,
    })
    const resource = { version, line: wall['id'], qty_per_unit: '1.5' }
    await work.make('estimate_resources', {
      ...resource,
      name: 'Mason',
      type: 'labour',
      unit: 'h',
      price: '48.4',
    })
    await work.make('estimate_resources', {
      ...resource,
      name: 'Bricks',
      type: 'material',
      unit: 'pcs',
      waste_pct: '10',
      price: '92',
      price_basis: '100',
    })
    await work.make('estimate_markups', {
      version,
      key: 'site',
      label: 'Site',
      category: 'site_overhead',
      value: '10',
    })
    const rows = await work.inside('estimate_lines', version)
    expect(rows.map((row) => [row['title'], row['number'], row['lineage'] === row['id']])).toEqual([
      ['Shell', '1', true],
      ['Concrete', '1.1', true],
      ['Blinding', '1.2', true],
      ['Wall', '1.3', true],
    ])
    // 1.5 h × 48.40 + 1.65 × 0.92 = 72.60 + 1.518 → 74.12
    expect(await work.read('estimate_lines', wall['id'])).toMatchObject({
      rate: '74.120000',
      line_total: '741.20',
      node_total: '741.20',
      labour: '726.02',
      material: '15.18',
    })
    expect(await work.read('estimate_lines', first['id'])).toMatchObject({
      line_total: '1876.25',
      other: '1876.25',
    })
    expect(await work.read('estimate_lines', section['id'])).toMatchObject({
      node_total: '2917.65',
      rate: null,
    })
    expect(await work.read('estimate_versions', version)).toMatchObject({
      direct_cost: '2917.65',
      labour: '726.02',
      material: '15.18',
      other: '2176.45',
      markups: '291.77',
      net: '3209.42',
      vat: '609.79',
      gross: '3819.21',
      line_count: 3,
      issue_count: 3,
    })
    expect(await work.read('estimates', id)).toMatchObject({ net: '3209.42', gross: '3819.21' })
    await work.owner.patch(`/api/records/estimate_lines/${second['id']}`, { quantity: '3' })
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '3067.75' })
    await work.owner.delete(`/api/records/estimate_lines/${second['id']}`)
    expect(await work.read('estimate_versions', version)).toMatchObject({ direct_cost: '2617.45' })
    expect(await work.read('estimate_lines', wall['id'])).toMatchObject({ number: '1.2' })
  })

  it('refuse trees that are none', async () => {
    const { version } = await estimate()
    const other = await estimate()
    const outer = await work.make('estimate_lines', { version, kind: 'section', title: 'Outer' })
    const inner = await work.make('estimate_lines', {
      version,
      kind: 'section',
      title: 'Inner',
      parent: outer['id'],
    })
    const line = await work.make('estimate_lines', { version, title: 'Line', parent: inner['id'] })
    const refused = async (id: string, values: Row): Promise<Row> => {
      const { status: code, body } = await work.owner.patch(`/api/records/estimate_lines/${id}`, values)
      expect(code).toBe(422)
      return body.error.details[0]
    }
    expect(await refused(outer['id'], { parent: inner['id'] })).toMatchObject({
      path: 'parent',
      code: 'cycle',
    })
    expect(await refused(outer['id'], { parent: line['id'] })).toMatchObject({ code: 'parent_not_a_section' })
    expect(await refused(inner['id'], { kind: 'line' })).toMatchObject({ code: 'parent_not_a_section' })
    const elsewhere = await work.make('estimate_lines', {
      version: other.version,
      kind: 'section',
      title: 'There',
    })
    expect(await refused(line['id'], { parent: elsewhere['id'] })).toMatchObject({ code: 'unknown_parent' })
    expect(await refused(line['id'], { version: other.version })).toMatchObject({ path: 'version' })
    const wrong = await work.owner.post('/api/records/estimate_resources', {
      version,
      line: outer['id'],
      name: 'x',
    })
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'line'])
  })
})

describe('versions', () => {
  it('change only as drafts, whoever writes: the server says why, the database refuses', async () => {
    const { id, version } = await estimate()
    const line = await work.make('estimate_lines', {
      version,
      title: 'Line',
      quantity: '1',
      unit_rate: '100',
    })
    await issue(version)
    const issued = await work.read('estimate_versions', version)
    expect(issued['content_hash']).toMatch(/^[0-9a-f]{64}$/)
    expect([issued['locked_at'], issued['issued_at']].every(Boolean)).toBe(true)
    expect((await work.read('estimates', id))['state']).toBe('issued')
    const refused = await work.owner.patch(`/api/records/estimate_lines/${line['id']}`, { quantity: '2' })
    expect([refused.status, refused.body.error.details[0]]).toMatchObject([
      422,
      { path: 'version', code: 'locked', message: expect.stringContaining('is issued and does not change') },
    ])
    for (const [model, values] of [
      ['estimate_lines', { version, title: 'More' }],
      ['estimate_markups', { version, key: 'risk', label: 'Risk', value: '3' }],
      ['estimate_resources', { version, line: line['id'], name: 'Sand' }],
    ] as const)
      expect((await work.owner.post(`/api/records/${model}`, values)).status, model).toBe(422)
    expect((await work.owner.delete(`/api/records/estimate_lines/${line['id']}`)).status).toBe(422)
    expect((await work.owner.delete(`/api/records/estimate_versions/${version}`)).status).toBe(422)
    const price = await work.owner.patch(`/api/records/estimate_versions/${version}`, {
      price_date: '2020-01-01',
    })
    expect(price.status).toBe(422)
    const note = await work.owner.patch(`/api/records/estimate_lines/${line['id']}`, {
      internal_note: 'Asked for',
    })
    expect(note.status).toBe(200)
    // Past the server: the owner of the database, in the workspace.
    const direct = (model: string, part: string) =>
      work.server.sql(
        `with s as (select set_config('app.tenant', $1, false)) update app.objects o set attributes = attributes || $2::jsonb
         from s where o.tenant_id = $1::uuid and o.standard = $3 and o.deleted_at is null and ($4 in (o.id::text, o.attributes ->> 'version'))`,
        [work.tenantId, part, model, version],
      )
    await expect(direct('estimate_lines', '{"quantity": "5.000000"}')).rejects.toThrow('does not change')
    await expect(direct('estimate_versions', '{"net": "1.00"}')).rejects.toThrow('does not change')
    await expect(direct('estimate_versions', '{"status": "draft"}')).rejects.toThrow('does not go')
  })

  it('take the place of those issued before; only one is accepted', async () => {
    const { id, version } = await estimate()
    await work.make('estimate_lines', { version, title: 'Line', quantity: '1', unit_rate: '100' })
    await issue(version)
    const second = (await work.make('estimate_versions', { estimate: id }))['id'] as string
    await issue(second)
    expect((await work.read('estimate_versions', version))['status']).toBe('superseded')
    const third = (await work.make('estimate_versions', { estimate: id, variant: 'other' }))['id'] as string
    await status(third, 'approved')
    expect((await status(second, 'accepted')).status).toBe(200)
    expect(await work.read('estimates', id)).toMatchObject({ state: 'accepted', current_version: second })
    await status(third, 'issued')
    const again = await status(third, 'accepted')
    expect([again.status, again.body.error.details[0].message]).toEqual([
      422,
      expect.stringContaining('was accepted already'),
    ])
  })

  it('go back to being a draft before they are issued, and lose their hash', async () => {
    const { version } = await estimate()
    await status(version, 'in_review')
    expect((await work.read('estimate_versions', version))['content_hash']).toMatch(/^[0-9a-f]{64}$/)
    expect((await status(version, 'draft')).status).toBe(200)
    expect(await work.read('estimate_versions', version)).toMatchObject({
      content_hash: null,
      locked_at: null,
    })
    expect((await work.owner.post('/api/records/estimate_lines', { version, title: 'Line' })).status).toBe(
      201,
    )
  })

  it('are undone step by step like any records: a made estimate goes with its version', async () => {
    const { id } = await estimate('Undone')
    const undone = await work.owner.post('/api/undo', {})
    expect([undone.status, undone.body.refused]).toEqual([200, []])
    expect((await work.owner.get(`/api/records/estimates/${id}`)).status).toBe(404)
    const redone = await work.owner.post('/api/redo', {})
    expect([redone.status, redone.body.refused]).toEqual([200, []])
    expect(await work.read('estimates', id)).toMatchObject({ versions: 1, state: 'draft' })
  })
})

it('the server and the database hold the same fields to be fixed', async () => {
  for (const model of [
    'estimate_versions',
    'estimate_lines',
    'estimate_markups',
    'estimate_resources',
    'estimate_variables',
    'line_classifications',
  ]) {
    const [row] = await work.server.sql<{ keys: string[] }>('select app_private.frozen_keys($1) as keys', [
      model,
    ])
    expect(row?.keys.toSorted(), model).toEqual([...frozenKeys(model)].toSorted())
  }
})
