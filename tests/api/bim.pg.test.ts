import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { openGeometry } from '#contracts/model-geometry.ts'
import { placePerson } from '../support/install-definitions.ts'
import { api, makeWorkspace, signUp, type Api } from '../support/people.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer
let owner: Api
let customer: Api
let stranger: Api
let model: string
let tenantId: string
let token: string
let first: string
let second: string

beforeAll(async () => {
  server = await startTestServer()
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, 'Models')
  tenantId = tenant.id
  token = person.token
  owner = api(person, tenantId)
  customer = (await placePerson(server, tenant.id, 'customer')).api
  const other = await signUp(server)
  stranger = api(other, (await makeWorkspace(other, 'Elsewhere')).id)
  await owner.post('/api/standard-models', { keys: ['bim_elements', 'bim_changes', 'bim_viewpoints'] })
  const { body: project } = await owner.post('/api/records/bim_projects', { name: 'Birkenhof' })
  model = (await owner.post('/api/records/bim_models', { bim_project: project.id, name: 'Architecture' }))
    .body.id
})
afterAll(() => server.stop())

const house = (name: string) => new Uint8Array(readFileSync(`fixtures/ifc/${name}.ifc`))
const send = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  owner.post(`/api/files?name=${name}`, undefined, {
    bytes,
    headers: { 'Content-Type': 'application/octet-stream' },
  })

async function upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { status, body } = await send(name, bytes)
  expect([status, body.name]).toEqual([201, name])
  const made = await owner.post('/api/records/bim_model_versions', {
    bim_model: model,
    file: [{ id: body.id }],
  })
  expect([made.status, made.body.status, made.body.name]).toEqual([201, 'uploaded', name])
  return made.body.id
}
const version = async (id: string) => (await owner.get(`/api/records/bim_model_versions/${id}`)).body
const read = (id: string, who = owner) => who.post('/api/commands/bim.read', { version: id })
const through = (id: string) =>
  expect
    .poll(async () => (await version(id)).status, { timeout: 25_000, interval: 200 })
    .toMatch(/^(ready|failed)$/)
/** What was said of a reading while it went on, in order: the stage, how far it is, and the status where it changed. */
async function told(id: string): Promise<{ stage: string | null; progress: number; status: string }[]> {
  const { body } = await owner.get(`/api/records/bim_model_versions/${id}/events?size=500`)
  const all: Record<string, unknown>[] = []
  for (const { after } of body.rows.toReversed()) all.push({ ...all.at(-1), ...after })
  return all.flatMap(({ stage, progress, status }) =>
    typeof progress === 'number'
      ? [{ stage: typeof stage === 'string' ? stage : null, progress, status: String(status) }]
      : [],
  )
}
// The picture of a small model is often there before its last element.
const stagesOf = (all: readonly { stage: string | null }[]) =>
  all
    .map(({ stage }) => stage)
    .filter((stage) => stage !== 'picture')
    .filter((stage, index, list) => stage !== list[index - 1])

async function elements(id: string, more: object = {}) {
  const where = { field: 'version', op: 'eq', value: id }
  const { body } = await owner.post('/api/query', {
    queries: [{ model: 'bim_elements', where, page: { size: 500 }, total: 'exact', ...more }],
  })
  return body.results[0]
}

describe('a model version', () => {
  it('is read in the background into places and elements with their quantities', async () => {
    const id = await upload('birkenhof.ifc', house('birkenhof'))
    first = id
    const queued = await read(id)
    expect([queued.status, queued.body.result.status]).toEqual([200, 'queued'])
    await through(id)
    expect(await version(id)).toMatchObject({
      status: 'ready',
      version_no: 1,
      progress: 100,
      ifc_schema: 'IFC2X3',
      elements: 100,
      with_quantities: 99,
      spatial_nodes: 40,
      meshes: 99,
      zero_quantities: 0,
      assumed_units: true,
    })
    const { rows, total } = await elements(id)
    // The spaces are elements as well: they have quantities.
    expect([total, rows.length]).toEqual([135, 135])
    expect(rows.find(({ name }: { name: string }) => name === 'Slab Ground floor')).toMatchObject({
      ifc_class: 'IfcSlab',
      storey: 'Ground floor',
      volume: '117.046800',
      has_quantities: true,
    })
    // Once read it stays as it is.
    expect((await read(id)).body.error.details[0].code).toBe('read_already')
    const change = await owner.patch(`/api/records/bim_model_versions/${id}`, { file: [] })
    expect(change.status).toBe(422)
  })

  it('says what is under way and how far, never back, and 100 % only when it is ready', async () => {
    const all = await told(first)
    expect(stagesOf(all)).toEqual([null, 'reading', 'elements', null])
    expect(all.map(({ progress }) => progress)).toEqual(
      all.map(({ progress }) => progress).toSorted((a, b) => a - b),
    )
    expect(all.filter(({ progress }) => progress === 100).map(({ status }) => status)).toEqual(['ready'])
  })

  it('has its geometry made, for those who may read it', async () => {
    const [file] = (await version(first)).geometry
    const headers = { Authorization: `Bearer ${token}`, 'X-Tenant-Id': tenantId }
    const answer = await fetch(`${server.url}/api/files/${file.id}`, { headers })
    const bytes = gunzipSync(new Uint8Array(await answer.arrayBuffer()))
    const geometry = openGeometry(new Uint8Array(bytes).buffer)
    const { rows } = await elements(first, { fields: ['express_id', 'fingerprint'] })
    const meshed = rows.filter(({ fingerprint }: { fingerprint: { shape: unknown } }) => fingerprint.shape)
    expect(meshed.length).toBe(99)
    expect([...geometry.elements]).toEqual(
      meshed.map((row: { express_id: number }) => row.express_id).toSorted((a: number, b: number) => a - b),
    )
    expect((await stranger.get(`/api/files/${file.id}`)).status).toBe(404)
    expect((await customer.get(`/api/files/${file.id}`)).status).toBe(404)
  })

  it('is audited: what is declared beside what its triangles come to, for those who may read it', async () => {
    const audit = (who: Api) => who.post('/api/commands/bim.audit', { version: first })
    const { status, body } = await audit(owner)
    expect(status).toBe(200)
    const { elements: all, listed, ignored, ...counts } = body.result
    const names = Object.fromEntries(
      ignored.map((one: { name: string; count: number }) => [one.name, one.count]),
    )
    expect(names).toEqual((await version(first)).ignored_names)
    expect(all).toBeGreaterThan(0)
    expect(counts.agrees).toBeGreaterThan(0)
    const told =
      counts.near + counts.differs + counts.zero + counts.oversize + counts.undeclared + counts.unmeasured
    expect(listed).toHaveLength(told)
    for (const one of listed)
      expect(one).toMatchObject({ id: expect.any(String), finding: expect.any(String) })
    expect([403, 404]).toContain((await audit(customer)).status)
    expect((await audit(stranger)).status).toBe(404)
  })

  it('gives the project its places, once however often, and follows names but not what people moved', async () => {
    const make = (who = owner) => who.post('/api/commands/hierarchy.from-model', { version: first })
    await owner.post('/api/standard-models', { keys: ['hierarchy_nodes', 'hierarchy_node_types'] })
    const alone = await make()
    expect([alone.status, alone.body.error.details[0].code]).toEqual([422, 'no_project'])
    const { body: project } = await owner.post('/api/records/projects', { code: 'B', name: 'Birkenhof' })
    const { bim_project } = await version(first)
    await owner.patch(`/api/records/bim_projects/${bim_project}`, { project: project.id })
    const look = async (who = owner) => who.post('/api/commands/hierarchy.preview-model', { version: first })
    const before = (await look()).body.result
    expect(before).toMatchObject({ project: 'Birkenhof', hierarchy: null, known: 0, renamed: [] })
    expect(before.added).toHaveLength(40)
    expect(before.added.find(({ name }: { name: string }) => name === 'Ground floor').within).toContain(' / ')
    // Two at once: one makes them, the other finds them.
    const [one, other] = (await Promise.all([make(), make()])).map(({ body }) => body.result)
    const made = one.added > 0 ? one : other
    expect(made).toMatchObject({ project: project.id, added: 40, renamed: 0 })
    expect([one.hierarchy, one.added + other.added]).toEqual([other.hierarchy, 40])
    const nodes = async () => {
      const where = { field: 'hierarchy', op: 'eq', value: made.hierarchy }
      const expand = { node_type: { fields: ['name'] } }
      const { body } = await owner.post('/api/query', {
        queries: [{ model: 'hierarchy_nodes', where, expand, page: { size: 500 } }],
      })
      return body.results[0].rows as { id: string; name: string; path: string; node_type: { name: string } }[]
    }
    const storey = must((await nodes()).find(({ name }) => name === 'Ground floor'))
    expect(storey.node_type.name).toBe('Storey')
    expect(storey.path.split(' / ').length).toBeGreaterThan(1)
    const moved = { name: 'EG', parent: null, node_type: null }
    await owner.patch(`/api/records/hierarchy_nodes/${storey.id}`, moved)
    expect((await look()).body.result).toMatchObject({
      hierarchy: 'Places',
      added: [],
      renamed: [{ before: 'EG', name: 'Ground floor' }],
      known: 40,
    })
    expect((await look(stranger)).status).toBe(404)
    expect((await make()).body.result).toMatchObject({ hierarchy: made.hierarchy, added: 0, renamed: 1 })
    const again = await nodes()
    expect([again.length, again.find(({ id }) => id === storey.id)?.path]).toEqual([40, 'Ground floor'])
    expect((await make(stranger)).status).toBe(404)
    expect((await make(customer)).status).toBe(404)
  })

  it('joins a place that people made with the place of its name and kind under the same one', async () => {
    const { body: project } = await owner.post('/api/records/projects', { code: 'H', name: 'By hand' })
    const { bim_project } = await version(first)
    await owner.patch(`/api/records/bim_projects/${bim_project}`, { project: project.id })
    const command = async (name: string, input: object) =>
      (await owner.post(`/api/commands/${name}`, input)).body.result
    const { id: hierarchy } = await command('hierarchy.create', {
      project: project.id,
      name: 'Site plan',
      kind: 'location',
    })
    const list = async (model: string, more: object = {}) => {
      const where = { field: 'hierarchy', op: 'eq', value: hierarchy }
      const { body } = await owner.post('/api/query', {
        queries: [{ model, where, page: { size: 500 }, ...more }],
      })
      return body.results[0].rows as Record<string, string>[]
    }
    const kinds = new Map((await list('hierarchy_node_types')).map(({ name, id }) => [name, id]))
    const place = async (name: string, kind: string, parent?: string) => {
      const values = { hierarchy, name, node_type: kinds.get(kind), ...(parent && { parent }) }
      return (await owner.post('/api/records/hierarchy_nodes', values)).body.id as string
    }
    const site = await place('birkenweg 4', 'Site')
    const building = await place('House A', 'Building', site)
    const storey = await place('Ground floor', 'Storey', building)
    // Of the same name, but a zone and not a storey, and a storey of another house.
    await place('First floor', 'Zone', building)
    await place('First floor', 'Storey', await place('House B', 'Building', site))
    const house = 'House A Birkenhof, eight flats'
    const look = () => command('hierarchy.preview-model', { version: first })
    const preview = await look()
    expect(preview).toMatchObject({ hierarchy: 'Site plan', known: 0, renamed: [] })
    expect(preview.joined).toEqual([
      { before: 'birkenweg 4', name: 'Birkenweg 4', within: '' },
      { before: 'House A', name: house, within: 'Birkenweg 4' },
      { before: 'Ground floor', name: 'Ground floor', within: `Birkenweg 4 / ${house}` },
    ])
    expect(preview.added).toHaveLength(37)
    const made = await command('hierarchy.from-model', { version: first })
    expect(made).toMatchObject({ hierarchy, added: 37, joined: 3, renamed: 0 })
    const nodes = await list('hierarchy_nodes')
    expect(nodes).toHaveLength(43)
    const known = (id: string) => nodes.find((node) => node['id'] === id)
    expect(known(site)).toMatchObject({ name: 'Birkenweg 4', ifc_global_id: '3aOBE0rJXhO9xAQyyDY20P' })
    expect(known(storey)).toMatchObject({ ifc_global_id: '1XFlVS6jmXU2cKEb2rpluT', parent: building })
    expect(nodes.filter(({ name }) => name === 'Ground floor')).toHaveLength(1)
    expect(await look()).toMatchObject({ known: 40, added: [], joined: [], renamed: [] })
  })

  it('fails with a reason, is numbered on, and can be tried again', async () => {
    const bytes = house('haus-ahorn')
    const id = await upload('cut.ifc', bytes.subarray(0, bytes.length / 2))
    await read(id)
    await through(id)
    expect(await version(id)).toMatchObject({ status: 'failed', version_no: 2, elements: null })
    expect((await version(id)).reason).toContain('ends in the middle')
    // Before anything came of the file it said that it was being read.
    const { body } = await owner.get(`/api/records/bim_model_versions/${id}/events`)
    const steps = body.rows.flatMap(({ after }: { after: { status?: string } | null }) => after?.status ?? [])
    expect(steps).toEqual(['failed', 'parsing', 'queued', 'uploaded'])
    expect((await elements(id)).total).toBe(0)
    const file = (await send('whole.ifc', bytes)).body
    await owner.patch(`/api/records/bim_model_versions/${id}`, { file: [{ id: file.id }] })
    await read(id)
    await through(id)
    expect(await version(id)).toMatchObject({
      status: 'ready',
      name: 'whole.ifc',
      reason: null,
      elements: 31,
    })
  })

  it('that was interrupted goes on after the last portion, and nothing is there twice', async () => {
    const id = await upload('again.ifc', house('haus-ahorn'))
    await read(id)
    await through(id)
    const before = await elements(id)
    // As a process leaves it that is killed before the last elements are written.
    await server.sql(
      `delete from app.objects where tenant_id = $1 and standard = 'bim_elements' and attributes ->> 'version' = $2
        and (attributes ->> 'express_id')::int > $3`,
      [
        tenantId,
        id,
        before.rows
          .map((row: { express_id: number }) => row.express_id)
          .toSorted((a: number, b: number) => a - b)[9],
      ],
    )
    await server.sql(
      `insert into app.bim_reads (tenant_id, version_id, asked_by, nodes_done, elements_done, claimed_by, claimed_until)
       values ($1, $2, $2, true, 10, $2, now() - interval '1 second')`,
      [tenantId, id],
    )
    await server.services.jobs.look(true)
    await expect.poll(async () => (await elements(id)).total, { timeout: 25_000 }).toBe(before.total)
    const ids = (await elements(id)).rows.map((row: { global_id: string }) => row.global_id)
    expect(new Set(ids).size).toBe(before.total)
  })

  it('that fails in the middle leaves nothing, so that another file begins anew', async () => {
    const id = await upload('half.ifc', house('haus-ahorn'))
    await read(id)
    await through(id)
    const { total } = await elements(id)
    await server.sql(
      `insert into app.bim_reads (tenant_id, version_id, asked_by, nodes_done, elements_done, attempts)
       values ($1, $2, $2, true, 10, 9)`,
      [tenantId, id],
    )
    await server.services.jobs.look(true)
    await expect.poll(async () => (await version(id)).status, { timeout: 25_000 }).toBe('failed')
    expect((await version(id)).reason).toContain('interrupted again and again')
    expect((await elements(id)).total).toBe(0)
    await read(id)
    await through(id)
    expect((await elements(id)).total).toBe(total)
  })

  it('may be far larger than other files, but is turned away when it is no model', async () => {
    const text = readFileSync('fixtures/ifc/haus-ahorn.ifc', 'latin1')
    const padded = text.replace('END-ISO', `${' '.repeat(30_000_000)}\nEND-ISO`)
    const id = await upload('large.ifc', new Uint8Array(Buffer.from(padded, 'latin1')))
    await read(id)
    await through(id)
    expect(await version(id)).toMatchObject({ status: 'ready', elements: 31 })
    expect((await send('page.ifc', new Uint8Array(Buffer.from('<html>')))).status).toBe(415)
    expect((await send('empty.ifc', new Uint8Array())).status).toBe(422)
  })

  it('is read for nobody who may not', async () => {
    const id = await upload('mine.ifc', house('haus-ahorn'))
    expect((await read(id, stranger)).status).toBe(404)
    expect([403, 404]).toContain((await read(id, customer)).status)
    expect((await version(id)).status).toBe('uploaded')
  })
})

describe('the next version of a model', () => {
  it('carries the identity of elements on, whatever their GlobalId, and lists what changed', async () => {
    const { body: project } = await owner.post('/api/records/bim_projects', { name: 'Ahorn' })
    model = (await owner.post('/api/records/bim_models', { bim_project: project.id, name: 'House' })).body.id
    first = await upload('haus-ahorn.ifc', house('haus-ahorn'))
    await read(first)
    await through(first)
    // Two walls of one name, of which one has changed: nothing says for certain which was which.
    const text = readFileSync('fixtures/ifc/haus-ahorn-rev-b.ifc', 'latin1')
    const doubtful = text.replaceAll('Outer wall UF west', 'Outer wall UF east')
    second = await upload('haus-ahorn-rev-b.ifc', new Uint8Array(Buffer.from(doubtful, 'latin1')))
    await read(second)
    await through(second)
    expect(await version(second)).toMatchObject({
      previous: first,
      added: 1,
      removed: 0,
      changed: 8,
      for_review: 2,
    })
    const said = await told(second)
    expect(stagesOf(said)).toEqual([null, 'reading', 'elements', 'comparing', null])
    expect(said.filter(({ progress }) => progress === 100).map(({ status }) => status)).toEqual(['ready'])
    const fields = ['id', 'name', 'identity', 'change', 'global_id']
    const before = (await elements(first, { fields })).rows
    const after = (await elements(second, { fields })).rows
    const named = (rows: Record<string, string>[], name: string) => rows.find((row) => row['name'] === name)
    expect(named(before, 'Dining window')).toMatchObject({ identity: null, change: null })
    expect(named(after, 'Dining window')).toMatchObject({
      identity: named(before, 'Dining window')?.['id'],
      change: 'changed',
    })
    expect(named(after, 'Study east window')).toMatchObject({ identity: null, change: 'added' })
    // What it became stands in its history, and is found by.
    const carried = named(after, 'Dining window')?.['id']
    const { body: history } = await owner.get(`/api/records/bim_elements/${carried}/events`)
    expect(history.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['updated', 'created'])
    expect(history.rows[0]).toMatchObject({
      before: { change: null, identity: null },
      after: { change: 'changed', identity: named(before, 'Dining window')?.['id'] },
    })
    const added = await elements(second, {
      fields,
      where: {
        and: [
          { field: 'version', op: 'eq', value: second },
          { field: 'change', op: 'eq', value: 'added' },
        ],
      },
    })
    expect(added.rows.map(({ name }: { name: string }) => name)).toEqual(['Study east window'])
    const { body } = await owner.post('/api/query', {
      queries: [
        {
          model: 'bim_changes',
          where: {
            and: [
              { field: 'version', op: 'eq', value: second },
              { field: 'kind', op: 'ne', value: 'carried' },
            ],
          },
          fields: ['name', 'kind', 'differences'],
          sort: [{ field: 'name', dir: 'asc' }],
          page: { size: 50 },
        },
      ],
    })
    expect(body.results[0].rows.length).toBe(11)
    expect(body.results[0].rows[0]).toMatchObject({
      name: 'Dining window',
      kind: 'changed',
      differences: ['geometry', 'quantity'],
    })
  })

  it('says of what is the same at once what became of it, and takes back what does not hold', async () => {
    const { body: project } = await owner.post('/api/records/bim_projects', { name: 'Ahorn twice' })
    const kept = model
    model = (await owner.post('/api/records/bim_models', { bim_project: project.id, name: 'House' })).body.id
    const text = readFileSync('fixtures/ifc/haus-ahorn.ifc', 'latin1')
    const before = await upload('one.ifc', new Uint8Array(Buffer.from(text, 'latin1')))
    await read(before)
    await through(before)
    // Another wall in the place of one, under its GlobalId: only then it is found that the id says nothing.
    const [wall = ''] = /#\d+=\s*IFCWALL\w*\([^\n]*'Outer wall UF west'[^\n]*/.exec(text) ?? []
    const another = wall.replace(/^#\d+/, '#999999').replace('Outer wall UF west', 'Another wall')
    const doubled = text.replace(wall, `${wall}\n${another}`)
    const after = await upload('two.ifc', new Uint8Array(Buffer.from(doubled, 'latin1')))
    model = kept
    await read(after)
    await through(after)
    expect(await version(after)).toMatchObject({ added: 1, removed: 0, changed: 0, for_review: 0 })
    const fields = ['id', 'name', 'identity', 'change']
    const old = (await elements(before, { fields })).rows
    const idOf = (name: string): string => old.find((row: { name: string }) => row.name === name).id
    const { rows } = await elements(after, { fields })
    const named = (name: string) => rows.find((row: { name: string }) => row.name === name)
    const kindsOf = async (id: string): Promise<string[]> =>
      (await owner.get(`/api/records/bim_elements/${id}/events`)).body.rows.map(
        ({ kind }: { kind: string }) => kind,
      )
    const same = named('Dining window')
    expect(same).toMatchObject({ change: 'same', identity: idOf('Dining window') })
    expect(await kindsOf(same.id)).toEqual(['created'])
    expect(named('Outer wall UF west')).toMatchObject({
      change: 'carried',
      identity: idOf('Outer wall UF west'),
    })
    expect(named('Another wall')).toMatchObject({ change: 'added', identity: null })
    expect(await kindsOf(named('Another wall').id)).toEqual(['updated', 'created'])
  })

  it('leaves what is doubtful to a person, who settles it', async () => {
    const { body: found } = await owner.post('/api/query', {
      queries: [
        {
          model: 'bim_changes',
          where: { field: 'kind', op: 'eq', value: 'review' },
          fields: ['element', 'before'],
        },
      ],
    })
    const rows: { id: string; element: string | null; before: string | null }[] = found.results[0].rows
    const { id: change, element } = must(rows.find((row) => row.element !== null))
    const { id: other, before } = must(rows.find((row) => row.before !== null))
    const settle = (input: object, who = owner) => who.post('/api/commands/bim.settle', input)
    expect((await settle({ change, before }, stranger)).status).toBe(404)
    expect((await settle({ change: other, before })).status).toBe(422)
    const settled = await settle({ change, before })
    expect([settled.status, settled.body.result]).toEqual([200, { change, kind: 'carried' }])
    expect((await owner.get(`/api/records/bim_elements/${element}`)).body.identity).toBe(before)
    expect((await version(second)).for_review).toBe(0)
    expect((await owner.get(`/api/records/bim_changes/${other}`)).status).toBe(404)
    expect((await settle({ change, before: null })).body.error.details[0].code).toBe('settled')
  })
})

describe('kept views', () => {
  it('go out as a BCF file and come in again, each once', async () => {
    const project = (await owner.post('/api/records/bim_projects', { name: 'Issues' })).body.id
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
    await owner.post('/api/records/bim_viewpoints', {
      name: 'Lintel',
      bim_project: project,
      status: 'done',
      view,
    })
    const out = await owner.post('/api/commands/bim.export-bcf', { project, version: '3.0' })
    expect(out.body).toMatchObject({ result: { topics: 1, name: 'Issues.bcfzip' } })
    expect((await stranger.post('/api/commands/bim.export-bcf', { project })).status).toBe(404)
    const again = (await owner.post('/api/records/bim_projects', { name: 'Elsewhere' })).body.id
    for (const [target, result] of [
      [project, { created: 0, changed: 0, unchanged: 1 }],
      [again, { created: 1, changed: 0, unchanged: 0 }],
      [again, { created: 0, changed: 0, unchanged: 1 }],
    ] as const) {
      await owner.patch(`/api/records/bim_projects/${target}`, { bcf_files: [{ id: out.body.result.file }] })
      const read = await owner.post('/api/commands/bim.import-bcf', { project: target })
      expect(read.body.result).toMatchObject(result)
    }
    const where = { field: 'bim_project', op: 'eq', value: again }
    const { body } = await owner.post('/api/query', {
      queries: [{ model: 'bim_viewpoints', where, fields: ['name', 'status', 'view'] }],
    })
    expect(body.results[0].rows).toMatchObject([{ name: 'Lintel', status: 'done', view }])
  })

  it('is taken in for a project: the first file makes what it belongs to, others go there', async () => {
    await owner.post('/api/standard-models', { keys: ['projects'] })
    const project = (await owner.post('/api/records/projects', { code: 'P7', name: 'Mill' })).body.id
    const other = (await owner.post('/api/records/projects', { code: 'P8', name: 'Barn' })).body.id
    const add = async (body: object, who = owner) => who.post('/api/commands/bim.add-file', body)
    const file = async (name: string) => [{ id: (await send(name, house('birkenhof'))).body.id }]
    const counts = async () =>
      Promise.all(
        ['bim_projects', 'bim_models', 'bim_model_versions'].map(
          async (key) => (await owner.get(`/api/records/${key}`)).body.rows.length,
        ),
      )
    const before = await counts()
    const both = await Promise.all([
      add({ project, file: await file('Mill.ifc') }),
      add({ project, file: await file('Roof.IFC'), measure: false }),
    ])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const [mill, roof] = both.map(({ body }) => body.result)
    expect(mill.bim_project).toBe(roof.bim_project)
    expect((await owner.get(`/api/records/bim_projects/${mill.bim_project}`)).body).toMatchObject({
      name: 'Mill',
      project,
    })
    expect((await owner.get(`/api/records/bim_models/${roof.bim_model}`)).body.name).toBe('Roof')
    await through(mill.version)
    expect(await version(mill.version)).toMatchObject({ status: 'ready', version_no: 1 })
    const next = await add({ project, bim_model: mill.bim_model, file: await file('Mill-2.ifc') })
    expect(await version(next.body.result.version)).toMatchObject({
      bim_model: mill.bim_model,
      version_no: 2,
    })
    const there = await counts()
    expect(there).toEqual(before.map((count, at) => count + [1, 2, 3][at]!))
    const wrong = await add({ project: other, bim_model: mill.bim_model, file: await file('X.ifc') })
    expect([wrong.status, wrong.body.error.details[0].code]).toEqual([422, 'other_project'])
    // What is no file leaves nothing behind.
    expect((await add({ project: other, file: [{ id: project }] })).status).toBe(422)
    expect((await add({ file: await file('Z.ifc') })).status).toBe(422)
    expect((await add({ project, file: await file('Y.ifc') }, stranger)).status).toBe(404)
    expect(await counts()).toEqual(there)
  })

  it('are taken in for a BIM project that belongs to no project, and never for a model of another', async () => {
    const [bim_project, other] = await Promise.all(
      ['Annex', 'Shed'].map(
        async (name) => (await owner.post('/api/records/bim_projects', { name })).body.id,
      ),
    )
    const add = async (body: object) =>
      owner.post('/api/commands/bim.add-file', {
        ...body,
        file: [{ id: (await send('Annex.ifc', house('birkenhof'))).body.id }],
      })
    const first = await add({ bim_project })
    expect([first.status, first.body.result?.bim_project]).toEqual([200, bim_project])
    const { bim_model } = first.body.result
    expect((await owner.get(`/api/records/bim_models/${bim_model}`)).body).toMatchObject({
      name: 'Annex',
      bim_project,
    })
    const next = await add({ bim_project, bim_model })
    expect(await version(next.body.result.version)).toMatchObject({ bim_model, version_no: 2 })
    const wrong = await add({ bim_project: other, bim_model })
    expect([wrong.status, wrong.body.error.details[0].code]).toEqual([422, 'other_project'])
    expect((await add({ bim_project: bim_model })).status).toBe(404)
  })
})
