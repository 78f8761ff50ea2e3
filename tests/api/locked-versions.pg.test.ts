import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEstimating, type EstimatingPlace, type Row } from '../support/estimating-workspace.ts'

// What belongs to a version that is no draft stays, and a write of many records says of each what holds it.
let work: EstimatingPlace

beforeAll(async () => {
  work = await startEstimating()
}, 60_000)
afterAll(() => work.server.stop())

interface Made {
  version: string
  line: string
}
async function estimate(): Promise<Made> {
  const { id } = await work.make('estimates', { name: 'House' })
  const { current_version: version } = await work.read('estimates', id)
  const values = { version, title: 'Wall', quantity: '1', unit_rate: '100' }
  return { version, line: (await work.make('estimate_lines', values))['id'] }
}
const lock = (version: string) => work.run('estimate.set-status', { version, status: 'approved' })
const details = (body: Row): string[][] =>
  (body['error'].details as Row[]).map(({ path, code }) => [path, code])

it('[E-13] a write over several estimates names each record of a locked version, and writes nothing', async () => {
  const [open, first, second] = [await estimate(), await estimate(), await estimate()]
  await lock(first.version)
  await lock(second.version)
  const bulk = (body: Row) => work.owner.post('/api/records/estimate_lines/bulk', body)
  const values = { quantity: '2' }
  const changed = await bulk({ update: [first, open, second].map(({ line }) => ({ id: line, values })) })
  expect([changed.status, details(changed.body)]).toEqual([
    422,
    [
      ['update.0.version', 'locked'],
      ['update.2.version', 'locked'],
    ],
  ])
  const made = await bulk({ create: [open, second].map(({ version }) => ({ version, title: 'More' })) })
  expect([made.status, details(made.body)]).toEqual([422, [['create.1.version', 'locked']]])
  const gone = await bulk({ delete: [open.line, first.line] })
  expect([gone.status, details(gone.body)]).toEqual([422, [['delete.1.version', 'locked']]])
  expect(await work.read('estimate_lines', open.line)).toMatchObject({ quantity: '1.000000' })
  // Notes stay open, so a write of nothing else passes.
  const note = { internal_note: 'Ask again' }
  const noted = await bulk({ update: [first, second].map(({ line }) => ({ id: line, values: note })) })
  expect(noted.status).toBe(200)
  const versions = await work.owner.post('/api/records/estimate_versions/bulk', {
    update: [open, first].map(({ version }) => ({ id: version, values: { discount_pct: '1' } })),
  })
  expect([versions.status, details(versions.body)]).toEqual([422, [['update.1.version', 'locked']]])
})

it('[E-13] further cost groups are fixed with the version of their line, by the API and by the database', async () => {
  const { version, line } = await estimate()
  const { id: set } = await work.make('cost_group_sets', { key: 'LOCK', name: 'Own' })
  const [one, other] = [
    await work.make('cost_groups', { set, code: '1', name: 'One' }),
    await work.make('cost_groups', { set, code: '2', name: 'Two' }),
  ]
  const { id } = await work.make('line_classifications', { line, cost_group: one['id'], share: '40' })
  await lock(version)
  const place = `/api/records/line_classifications/${id}`
  const refused = [
    await work.owner.patch(place, { share: '50' }),
    await work.owner.delete(place),
    await work.owner.post('/api/records/line_classifications', { line, cost_group: other['id'] }),
  ]
  for (const { status, body } of refused)
    expect([status, details(body)]).toEqual([422, [['version', 'locked']]])
  expect((await work.owner.patch(place, { note: 'As agreed' })).status).toBe(200)
  for (const change of [
    `attributes = attributes || '{"share": "50"}'`,
    `deleted_at = now()`,
    `attributes = attributes || '{"line": null}'`,
  ])
    await expect(
      work.server.sql(`update app.objects set ${change} where id = $1`, [id]),
      change,
    ).rejects.toThrow('is no draft and does not change')
  await expect(work.server.sql('delete from app.objects where id = $1', [id])).rejects.toThrow('is no draft')

  // A draft again, it changes again; and a new version has them, too.
  await work.run('estimate.set-status', { version, status: 'draft' })
  expect((await work.owner.patch(place, { share: '50' })).status).toBe(200)
})
