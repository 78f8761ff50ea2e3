import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordHit } from '#contracts/api/search.ts'
import { makeEditorWorld, type EditorWorld } from '../support/editors.ts'
import type { Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let world: EditorWorld
beforeAll(async () => {
  server = await startTestServer()
  world = await makeEditorWorld(server)
})
afterAll(() => server.stop())

const look = async (who: Api, text: string): Promise<RecordHit[]> => {
  const { status, body } = await who.get(`/api/search?text=${encodeURIComponent(text)}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.rows
}
const titles = (hits: readonly RecordHit[]) => hits.map(({ model, row }) => [model.key, row['title']])

it('finds records of every model in one call, a few of each, whatever the number of models', async () => {
  const { ownerCalls: call } = world
  for (let at = 0; at < 25; at += 1) {
    const fields = [{ key: 'title', label: 'Title', type: 'text' }]
    const made = await call.post('/api/models', {
      key: `pile_${at}`,
      label: `Pile ${at}`,
      schema: { fields },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
  await call.post('/api/records/pile_24', { title: 'Zirconium anchor' })
  for (let at = 0; at < 6; at += 1)
    await call.post('/api/records/pile_3', { title: `Anchor ${at} of zirconium` })
  const hits = await look(call, 'zirc ANCHOR')
  expect(titles(hits).filter(([key]) => key === 'pile_3')).toHaveLength(4)
  expect(titles(hits)).toContainEqual(['pile_24', 'Zirconium anchor'])
  expect(hits[0]?.model).toMatchObject({ label: expect.stringMatching(/^Pile/), ours: false })
  expect(await look(call, 'zirconium nowhere')).toEqual([])
  expect((await call.get('/api/search?text=zi')).status).toBe(422)
})

it('[RA-02] shows to nobody what they may not read, by record, by field or by model', async () => {
  const { ownerCalls: call, limitedCalls, memberCalls, limited } = world
  await call.post('/api/records/note', { title: 'Quokka theirs', responsible: limited.userId })
  await call.post('/api/records/note', { title: 'Quokka not theirs' })
  await call.post('/api/records/secret', { title: 'Quokka secret' })
  expect(titles(await look(call, 'quokka')).toSorted()).toHaveLength(3)
  expect(titles(await look(limitedCalls, 'quokka'))).toEqual([['note', 'Quokka theirs']])
  expect(titles(await look(memberCalls, 'quokka')).map(([key]) => key)).not.toContain('secret')
})
