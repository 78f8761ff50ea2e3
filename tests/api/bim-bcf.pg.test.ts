import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { crowdedZip } from '../support/crowded-zip.ts'
import { installDefinitions, placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person } from '../support/people.ts'
import { startPlace, type Place } from '../support/start-place.ts'

let here: Place
let there: { owner: Api; person: Person; tenant: string }

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

beforeAll(async () => {
  here = await startPlace('Issues')
  const person = await signUp(here.server)
  const tenant = (await makeWorkspace(person, 'Partner')).id
  there = { owner: api(person, tenant), person, tenant }
  for (const owner of [here.owner, there.owner])
    await owner.post('/api/standard-models', { keys: ['bim_viewpoints'] })
})
afterAll(() => here.server.stop())

const projectOf = async (who: Api, name: string): Promise<string> =>
  (await who.post('/api/records/bim_projects', { name })).body.id
const bytesOf = (who: Api, name: string, bytes: Uint8Array<ArrayBuffer>) =>
  who.post(`/api/files?name=${name}`, undefined, {
    bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  })
async function take(who: Api, project: string, bytes: Uint8Array<ArrayBuffer>) {
  const file = (await bytesOf(who, 'issues.bcfzip', bytes)).body.id
  const there = (await who.get(`/api/records/bim_projects/${project}`)).body.bcf_files ?? []
  await who.patch(`/api/records/bim_projects/${project}`, { bcf_files: [...there, { id: file }] })
  return who.post('/api/commands/bim.import-bcf', { project })
}
async function download(person: Person, tenant: string, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${person.token}`, 'x-tenant-id': tenant }
  const answer = await fetch(`${here.server.url}/api/files/${file}?download=1`, { headers })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}
async function give(who: Api, person: Person, tenant: string, project: string, version = '2.1') {
  const { status, body } = await who.post('/api/commands/bim.export-bcf', { project, version })
  expect([status, body.result.pictures_left_out]).toEqual([200, 0])
  return download(person, tenant, body.result.file)
}
const rows = async (who: Api, model: string, where: object) =>
  (await who.post('/api/query', { queries: [{ model, where }] })).body.results[0].rows
const viewsOf = (who: Api, project: string) =>
  rows(who, 'bim_viewpoints', { field: 'bim_project', op: 'eq', value: project })
const commentsOf = (who: Api, project: string) =>
  rows(who, 'bim_comments', { field: 'viewpoint.bim_project', op: 'eq', value: project })

const markupOf = (bytes: Uint8Array): string => {
  const found = Object.entries(unzipSync(bytes)).find(([name]) => name.endsWith('/markup.bcf'))
  return strFromU8(must(found)[1])
}
const view = {
  perspective_camera: {
    camera_view_point: { x: 1, y: 2, z: 3 },
    camera_direction: { x: 0, y: 1, z: 0 },
    camera_up_vector: { x: 0, y: 0, z: 1 },
    field_of_view: 45,
  },
  clipping_planes: [],
  components: { selection: [], visibility: { default_visibility: true, exceptions: [] } },
}

describe('BCF', () => {
  it.each(['2.1', '3.0'])(
    '%s: a view goes to another workspace with all that is said of it, once',
    async (version) => {
      const { owner, ann, tenant } = here
      const project = await projectOf(owner, `Mill ${version}`)
      const picture = (await bytesOf(owner, 'view.png', png)).body.id
      const made = await owner.post('/api/records/bim_viewpoints', {
        bim_project: project,
        name: 'Lintel & beam',
        description: 'Too low',
        status: 'in_progress',
        priority: 'high',
        kind: 'Clash',
        labels: 'Structure\nWindows, south',
        due_on: '2026-05-04',
        assigned_to: ann.userId,
        snapshot: [{ id: picture }],
        view,
      })
      expect(made.status).toBe(201)
      const comments = [
        { viewpoint: made.body.id, comment: 'By 4 cm', on_view: true },
        {
          viewpoint: made.body.id,
          comment: 'Agreed',
          author: 'ben@partner.test',
          written_at: '2026-04-21T08:00:00Z',
        },
      ]
      for (const comment of comments)
        expect((await owner.post('/api/records/bim_comments', comment)).status).toBe(201)
      const bytes = await give(owner, ann, tenant.id, project, version)
      expect(markupOf(bytes)).toContain(`<AssignedTo>${ann.email}</AssignedTo>`)

      // Where it came from nothing is new.
      const back = await take(owner, project, bytes)
      expect(back.body.result).toEqual({
        created: 0,
        changed: 0,
        unchanged: 1,
        comments: 0,
        comments_left_out: 0,
        pictures_left_out: 0,
        unassigned: [],
        fields_left_out: [],
      })

      const other = await projectOf(there.owner, `Mill ${version}`)
      const taken = await take(there.owner, other, bytes)
      expect(taken.body.result).toEqual({
        created: 1,
        changed: 0,
        unchanged: 0,
        comments: 2,
        comments_left_out: 0,
        pictures_left_out: 0,
        unassigned: [ann.email],
        fields_left_out: [],
      })
      const [kept] = await viewsOf(there.owner, other)
      expect(kept).toMatchObject({
        name: 'Lintel & beam',
        description: 'Too low',
        status: 'in_progress',
        priority: 'high',
        kind: 'Clash',
        labels: 'Structure\nWindows, south',
        due_on: '2026-05-04',
        assigned_to: null,
        assigned_outside: ann.email,
        author: ann.email,
        written_at: new Date(made.body.created_at).toISOString(),
        topic: made.body.id,
        view,
      })
      expect(await download(there.person, there.tenant, kept.snapshot[0].id)).toEqual(png)
      expect(await commentsOf(there.owner, other)).toMatchObject([
        { comment: 'By 4 cm', author: ann.email, on_view: true },
        { comment: 'Agreed', author: 'ben@partner.test', written_at: '2026-04-21T08:00:00.000Z' },
      ])

      const again = await take(there.owner, other, bytes)
      expect(again.body.result).toMatchObject({ created: 0, changed: 0, unchanged: 1, comments: 0 })
      // What is said there comes back to the view it was said of.
      await there.owner.patch(`/api/records/bim_viewpoints/${kept.id}`, { status: 'done' })
      await there.owner.post('/api/records/bim_comments', { viewpoint: kept.id, comment: 'Raised' })
      const answer = await give(there.owner, there.person, there.tenant, other, version)
      expect((await take(owner, project, answer)).body.result).toMatchObject({
        created: 0,
        changed: 1,
        unchanged: 0,
        comments: 1,
        pictures_left_out: 0,
        unassigned: [],
      })
      expect(await viewsOf(owner, project)).toMatchObject([
        {
          id: made.body.id,
          status: 'done',
          assigned_to: ann.userId,
          author: null,
          snapshot: [{ id: picture }],
        },
      ])
      expect((await commentsOf(owner, project)).map((one: { comment: string }) => one.comment)).toEqual([
        'By 4 cm',
        'Agreed',
        'Raised',
      ])
    },
  )

  it('keeps the words of the other program as long as they still say the same, and says what it cannot keep', async () => {
    const { owner, ann, tenant } = here
    const project = await projectOf(owner, 'Words')
    const markup = (status: string) =>
      strToU8(`<Markup><Topic Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b1c" TopicType="Request" TopicStatus="${status}">
        <Title>Door</Title><Priority>On hold</Priority><Index>4</Index><Labels>Doors</Labels>
        <CreationDate>2026-02-03T10:00:00+01:00</CreationDate><CreationAuthor>eve@other.test</CreationAuthor>
        <DueDate>2026-03-01T00:00:00+01:00</DueDate><AssignedTo>eve@other.test</AssignedTo></Topic>
        <Viewpoints Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b1d"><Snapshot>snapshot.png</Snapshot></Viewpoints></Markup>`)
    const bcf = (status: string, picture: Uint8Array) =>
      new Uint8Array(zipSync({ 'x/markup.bcf': markup(status), 'x/snapshot.png': picture }))
    // A page that calls itself a picture is none.
    const first = await take(owner, project, bcf('Resolved', strToU8('<html><script>1</script></html>')))
    expect(first.body.result).toMatchObject({
      created: 1,
      pictures_left_out: 1,
      unassigned: ['eve@other.test'],
    })
    const [kept] = await viewsOf(owner, project)
    expect(kept).toMatchObject({
      status: 'done',
      priority: null,
      kind: 'Request',
      labels: 'Doors',
      due_on: '2026-03-01',
      author: 'eve@other.test',
      written_at: '2026-02-03T09:00:00.000Z',
      snapshot: null,
    })
    const second = await take(owner, project, bcf('Resolved', png))
    expect(second.body.result).toMatchObject({ created: 0, changed: 1, unchanged: 0, pictures_left_out: 0 })
    expect((await take(owner, project, bcf('Resolved', png))).body.result).toMatchObject({ unchanged: 1 })
    const out = markupOf(await give(owner, ann, tenant.id, project))
    expect(out).toContain('TopicStatus="Resolved"')
    expect(out).toMatch(/<Priority>On hold<\/Priority>\s*<Index>4<\/Index>\s*<Labels>Doors<\/Labels>/)
    expect(out).toContain('<DueDate>2026-03-01T12:00:00Z</DueDate>')
    await owner.patch(`/api/records/bim_viewpoints/${kept.id}`, { status: 'open', priority: 'low' })
    const changed = markupOf(await give(owner, ann, tenant.id, project))
    expect(changed).toContain('TopicStatus="Open"')
    expect(changed).toContain('<Priority>Low</Priority>')
  })

  it('a view of the viewer goes out with all of its planes and its picture, and comes back as it was', async () => {
    const { owner, ann, tenant } = here
    const project = await projectOf(owner, 'Box')
    const planes = [0, 1, 2, 3, 4, 5].map((at) => ({
      location: { x: at, y: 0.5, z: -1 },
      direction: { x: at < 3 ? 1 : -1, y: 0, z: 0 },
    }))
    const kept = {
      ...view,
      perspective_camera: { ...view.perspective_camera, distance: 12.5 },
      clipping_planes: planes,
      planes_off: planes.slice(0, 1),
    }
    const picture = (await bytesOf(owner, 'snapshot.png', png)).body.id
    const values = { bim_project: project, name: 'Cut open', view: kept, snapshot: [{ id: picture }] }
    expect((await owner.post('/api/records/bim_viewpoints', values)).status).toBe(201)

    const bytes = await give(owner, ann, tenant.id, project)
    const files = Object.entries(unzipSync(bytes))
    const fileOf = (ending: string) => must(files.find(([name]) => name.endsWith(ending)))[1]
    expect(strFromU8(fileOf('/viewpoint.bcfv')).match(/<ClippingPlane>/g)).toHaveLength(6)
    expect(fileOf('/snapshot.png')).toEqual(png)

    // What BCF has no words for is not lost on the way.
    expect((await take(owner, project, bytes)).body.result).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await viewsOf(owner, project)).toMatchObject([{ view: kept, snapshot: [{ id: picture }] }])
    const other = await projectOf(there.owner, 'Box')
    await take(there.owner, other, bytes)
    const [taken] = await viewsOf(there.owner, other)
    expect(taken.view).toEqual({ ...view, clipping_planes: planes })
  })

  it('names members by their mail address only to those who may know it, and knows them again', async () => {
    const { owner, ann, tenant, server } = here
    const member = await placePerson(server, tenant.id, 'member')
    const project = await projectOf(owner, 'People')
    const values = { bim_project: project, name: 'Stair', assigned_to: ann.userId }
    expect((await owner.post('/api/records/bim_viewpoints', values)).status).toBe(201)
    const bytes = await give(member.api, member, tenant.id, project)
    expect(markupOf(bytes)).not.toContain(ann.email)
    expect((await take(member.api, project, bytes)).body.result).toMatchObject({
      unchanged: 1,
      unassigned: [],
    })
    expect(await viewsOf(owner, project)).toMatchObject([{ assigned_to: ann.userId }])
  })

  it('is taken in as far as an older workspace has fields for it, which is offered the others', async () => {
    const { server } = here
    const person = await signUp(server)
    const tenant = (await makeWorkspace(person, 'Older')).id
    const owner = api(person, tenant)
    await owner.post('/api/standard-models', { keys: ['bim_viewpoints'] })
    const models = (await owner.get('/api/models')).body.rows
    const modelOf = (key: string) => must(models.find((one: { key: string }) => one.key === key))
    const { id, created_at: _made, brought: _words, ours: _ours, ...body } = modelOf('bim_viewpoints')
    const before = ['name', 'bim_project', 'status', 'description', 'view', 'topic']
    const options = [
      { value: 'open', label: 'Open', color: 'info' },
      { value: 'done', label: 'Settled', color: 'success' },
    ]
    body.schema.fields = body.schema.fields
      .filter(({ key }: { key: string }) => before.includes(key))
      .map((field: { key: string }) => (field.key === 'status' ? { ...field, options } : field))
    expect((await owner.delete(`/api/models/${modelOf('bim_comments').id}`)).status).toBe(204)
    await installDefinitions(server, tenant, person.userId, [
      { kind: 'model', id, key: 'bim_viewpoints', body },
    ])
    const [release] = (await owner.get('/api/releases')).body.rows
    expect((await owner.post(`/api/releases/${release.id}/restore`)).status).toBe(200)

    const project = await projectOf(owner, 'Old')
    const markup =
      strToU8(`<Markup><Topic Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b2c" TopicStatus="In Progress">
      <Title>Door</Title><Priority>High</Priority></Topic>
      <Comment Guid="7d3a1c52-0f6e-4b0e-9a3c-5d7f8e9a0b2d"><Comment>Too small</Comment></Comment></Markup>`)
    const bytes = new Uint8Array(zipSync({ 'x/markup.bcf': markup }))
    const { result } = (await take(owner, project, bytes)).body
    expect(result).toMatchObject({ created: 1, comments: 0, comments_left_out: 1 })
    expect(result.fields_left_out.toSorted()).toEqual(['priority', 'status'])
    expect((await owner.post('/api/commands/bim.export-bcf', { project })).status).toBe(200)

    const { rows } = (await owner.get('/api/standard-models/updates')).body
    expect(rows).toMatchObject([{ key: 'bim_viewpoints', models: ['Comments on viewpoints'] }])
    const updated = await owner.post('/api/standard-models/updates', { keys: ['bim_viewpoints'] })
    expect(updated.body).toMatchObject({ updated: ['bim_viewpoints'], added: ['bim_comments'] })
    const full = (await take(owner, project, bytes)).body.result
    expect(full).toMatchObject({ created: 0, changed: 1, comments: 1, fields_left_out: [] })
    expect(await viewsOf(owner, project)).toMatchObject([{ status: 'in_progress', priority: 'high' }])
  })

  it('[IM-04] is given up at once where its directory lies about sizes, whatever would be unpacked', async () => {
    const project = await projectOf(here.owner, 'Crowded')
    const names = Array.from({ length: 200 }, (_, at) => `t${at}/markup.bcf`)
    const began = performance.now()
    expect((await take(here.owner, project, crowdedZip(names, 1000))).status).toBe(422)
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('is for those who may see the project', async () => {
    const { owner } = here
    const project = await projectOf(owner, 'Closed')
    for (const command of ['bim.export-bcf', 'bim.import-bcf'])
      expect((await there.owner.post(`/api/commands/${command}`, { project })).status).toBe(404)
  })
})
