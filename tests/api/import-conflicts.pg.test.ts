import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportState } from '#contracts/api/imports.ts'
import { addPerson, api, type Api } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let call: Api
let colleague: Api

beforeAll(async () => {
  const { ann: owner, tenant, ...place } = await startPlace('Conflicts')
  ;({ server, owner: call } = place)
  colleague = api(await addPerson(owner, tenant, 'member'), tenant.id)
  const fields = [
    { key: 'code', label: 'Code', type: 'text', unique: true },
    { key: 'name', label: 'Name', type: 'text' },
    { key: 'price', label: 'Price', type: 'money', scale: 2 },
  ]
  await call.post('/api/models', { key: 'part', label: 'Parts', schema: { fields, title_field: 'name' } })
})
afterAll(() => server.stop())

let number = 0
/** Three records of their own: what they are called, and their ids. */
const three = async (): Promise<{ code: string; id: string }[]> => {
  const made: { code: string; id: string }[] = []
  for (let at = 0; at < 3; at++) {
    const code = `P-${++number}`
    const { body } = await call.post('/api/records/part', { code, name: `Part ${code}`, price: '1.00' })
    made.push({ code, id: body.id })
  }
  return made
}
const exported = async (codes: readonly string[]): Promise<string> => {
  const query = {
    fields: ['code', 'name', 'price', 'revision'],
    where: { field: 'code', op: 'in', value: codes },
    sort: [{ field: 'code' }],
  }
  const { body } = await call.get(
    `/api/records/part/export?format=csv&query=${encodeURIComponent(JSON.stringify(query))}`,
  )
  return body
}
const run = async (text: string, request: Record<string, unknown>): Promise<ImportState> => {
  const staged = await call.post('/api/imports?name=parts.csv', undefined, {
    bytes: text,
    headers: { 'content-type': 'text/csv' },
  })
  const wish = { target: { model: 'part' }, mode: 'skip_bad', key: 'code', ...request }
  const begun = await call.post(`/api/imports/${staged.body.id}/run`, wish)
  expect(begun.status, JSON.stringify(begun.body)).toBe(202)
  for (;;) {
    const { body } = await call.get(`/api/imports/${staged.body.id}`)
    if (body.status !== 'running') return body
    await wait(30)
  }
}
const now = async (records: readonly { id: string }[]): Promise<string[]> =>
  Promise.all(
    records.map(async ({ id }) => {
      const { body } = await call.get(`/api/records/part/${id}`)
      return `${body.name} ${body.price}`
    }),
  )
const columns = ['code', 'name', 'price'].map((key) => ({ source: key, to: key }))

describe('an import that changes records by key', () => {
  it('keeps what others changed since the export, writes what the file changed, and tells of both', async () => {
    const records = await three()
    const [one, two, three_] = records.map(({ code }) => code)
    const file = await exported(records.map(({ code }) => code))
    expect(file).toContain('Revision')
    // A colleague changes a price of each; the file changes the price of the first and the name of the second.
    for (const { id } of records) await colleague.patch(`/api/records/part/${id}`, { price: '5.00' })
    const edited = file
      .replace(`${one},Part ${one},1.00`, `${one},Part ${one},2.00`)
      .replace(`${two},Part ${two},1.00`, `${two},Renamed,1.00`)
    const state = await run(edited, { columns, seen: { revision: 'revision_2' } })
    expect(state).toMatchObject({ status: 'done', updated: 2, created: 0, rejected_count: 1, conflicts: 0 })
    expect(state.rejected).toEqual([
      expect.objectContaining({ row: 2, path: 'price', value: '2.00', theirs: '5.00' }),
    ])
    expect(await now(records)).toEqual([`Part ${one} 5.00`, 'Renamed 5.00', `Part ${three_} 5.00`])
    const { body: report } = await call.get(`/api/imports/${state.id}/errors`)
    expect(report).toContain('2,Price,2.00,Somebody else changed this since the file was made.,5.00')
  })

  it('knows by a moment as well, and writes over what others did only when told to', async () => {
    const records = await three()
    const [one = ''] = records.map(({ code }) => code)
    await wait(5)
    const at = new Date().toISOString()
    await wait(5)
    await colleague.patch(`/api/records/part/${records[0]?.id}`, { price: '5.00' })
    const file = `code,name,price\n${one},Part ${one},3.00\n`
    expect(await run(file, { columns, seen: { at } })).toMatchObject({ updated: 0, rejected_count: 1 })
    const unchanged = `code,name,price\n${one},Part ${one},1.00\n`
    expect(await run(unchanged, { columns, seen: { at } })).toMatchObject({ updated: 1, rejected_count: 0 })
    expect((await now(records))[0]).toBe(`Part ${one} 5.00`)
    const over = await run(file, { columns, seen: { at }, conflicts: 'overwrite' })
    expect(over).toMatchObject({ updated: 1, rejected_count: 0 })
    expect((await now(records))[0]).toBe(`Part ${one} 3.00`)
    // All or nothing: one conflict, and nothing of the file is written.
    await colleague.patch(`/api/records/part/${records[0]?.id}`, { price: '6.00' })
    const both = `code,name,price\n${one},Part ${one},4.00\nNEW-${one},New,1.00\n`
    expect(await run(both, { columns, seen: { at }, mode: 'all_or_nothing' })).toMatchObject({
      status: 'failed',
      created: 0,
    })
  })

  it('its own rows about one record are no conflict, nor is a value that both sides chose', async () => {
    const records = await three()
    const [one = '', two = ''] = records.map(({ code }) => code)
    const at = new Date(Date.now() + 5).toISOString()
    await wait(10)
    await colleague.patch(`/api/records/part/${records[1]?.id}`, { price: '7.00' })
    const file = `code,name,price\n${one},First,2.00\n${one},Second,3.00\n${two},Part ${two},7.00\n`
    expect(await run(file, { columns, seen: { at } })).toMatchObject({ updated: 3, rejected_count: 0 })
    expect((await now(records)).slice(0, 2)).toEqual(['Second 3.00', `Part ${two} 7.00`])
  })

  it('asks: rows in conflict wait, and somebody decides for each', async () => {
    const records = await three()
    const file = (await exported(records.map(({ code }) => code))).replaceAll(
      /,Part (P-\d+),1\.00/g,
      ',Ours $1,2.00',
    )
    for (const { id } of records) await colleague.patch(`/api/records/part/${id}`, { price: '5.00' })
    // Columns found by name: the revision is, too.
    const state = await run(file, { conflicts: 'ask' })
    expect(state).toMatchObject({ updated: 0, rejected_count: 3, conflicts: 3 })
    const waiting = await call.get(`/api/imports/${state.id}/conflicts`)
    expect(waiting.body).toMatchObject({ total: 3 })
    expect(waiting.body.rows[0]).toMatchObject({
      row: 2,
      id: records[0]?.id,
      fields: { price: { mine: '2.00', theirs: '5.00' } },
    })
    expect((await colleague.get(`/api/imports/${state.id}/conflicts`)).status).toBe(404)
    const decide = (take: string, rows: number[]) =>
      call.post(`/api/imports/${state.id}/conflicts`, { take, rows })
    expect((await decide('file', [2])).body).toMatchObject({ updated: 1, rejected_count: 2, conflicts: 2 })
    expect((await decide('record', [3])).body).toMatchObject({ updated: 2, conflicts: 1 })
    // What was changed once more after the conflict was told is not overwritten by a decision about the older value.
    await colleague.patch(`/api/records/part/${records[2]?.id}`, { price: '9.00' })
    expect((await decide('file', [4])).status).toBe(412)
    const [first = '', second = '', third = ''] = records.map(({ code }) => code)
    expect(await now(records)).toEqual([`Ours ${first} 2.00`, `Ours ${second} 5.00`, `Part ${third} 9.00`])
    expect((await call.post(`/api/imports/${state.id}/undo`)).body.status).toBe('undone')
    expect(await now(records)).toEqual([`Part ${first} 5.00`, `Part ${second} 5.00`, `Part ${third} 9.00`])
  })

  it('tells nothing of what others wrote once its reader may not read that any more', async () => {
    const records = await three()
    const file = (await exported(records.map(({ code }) => code))).replaceAll(
      /,Part (P-\d+),1\.00/g,
      ',Part $1,2.00',
    )
    for (const { id } of records) await colleague.patch(`/api/records/part/${id}`, { price: '77.00' })
    const { id } = await run(file, { conflicts: 'ask' })
    const told = async (who: Api): Promise<string> =>
      JSON.stringify([
        (await who.get(`/api/imports/${id}`)).body,
        (await who.get(`/api/imports/${id}/errors?format=csv`)).body,
        (await who.get(`/api/imports/${id}/conflicts`)).body,
      ])
    expect(await told(call)).toContain('77.00')
    const [model] = (await call.get('/api/models')).body.rows.filter(
      ({ key }: { key: string }) => key === 'part',
    )
    const rule = (roles: string[]) =>
      call.post('/api/permissions/fields/bulk', {
        permissions: [{ model_id: model.id, field_key: 'price', read_roles: roles, write_roles: ['owner'] }],
      })
    const closed = await rule(['admin'])
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    const now = await told(call)
    expect(now).not.toContain('77.00')
    // What stood in one's own file stays.
    expect(now).toContain('2.00')
    expect((await rule(['owner', 'admin', 'member'])).status).toBe(200)
  })
})
