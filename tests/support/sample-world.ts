import { computedTypes, type ComputedType } from '#contracts/computed-field.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'
import type { Row } from '#contracts/query.ts'
import { computedSamples, fieldSamples, type ComputedSample, type FieldSample } from './field-samples.ts'
import { placePerson } from './install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from './people.ts'
import type { TestServer } from './start-test-server.ts'

/** A workspace with a model `thing` that has a field of every type. */
export interface SampleWorld {
  owner: Person
  tenant: TestTenant
  call: Api
  worked: Record<ComputedType, ComputedSample>
  sampleOf(key: string): FieldSample
  isAssigned(key: string): boolean
  valuesOf(which: 'a' | 'b'): Record<string, unknown>
  fields: object[]
  made(path: string, body: unknown): Promise<Row>
}

/** The fields by key; tables of tests need them before there are ids. */
export const sampleKeys = [...fieldTypeNames, 'money_in', 'relations', 'users']

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Makes the workspace, its people, files and the models `other` and `thing`; no records of `thing`. */
export async function makeSampleWorld(server: TestServer): Promise<SampleWorld> {
  const owner = await signUp(server)
  const tenant = await makeWorkspace(owner, 'Field types')
  const call = api(owner, tenant.id)
  const made = async (path: string, body: unknown): Promise<Row> => {
    const answer = await call.post(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Row
  }
  await made('/api/models', {
    key: 'other',
    label: 'Others',
    schema: { version: 1, fields: [{ key: 'title', label: 'Title', type: 'text' }] },
  })
  const [one, two] = [
    await made('/api/records/other', { title: 'Other one' }),
    await made('/api/records/other', { title: 'Other two' }),
  ]
  const upload = async (name: string, type = 'text/plain', bytes = Buffer.from('text')) => {
    const { body } = await call.post(`/api/files?name=${name}`, undefined, {
      bytes,
      headers: { 'content-type': type },
    })
    const { id, size } = body as { id: string; size: number }
    return { id, name, type, size }
  }
  const others: [string, string] = [String(one['id']), String(two['id'])]
  const colleague = await placePerson(server, tenant.id, 'member')
  const samples = fieldSamples({
    people: [owner.userId, colleague.userId],
    others,
    files: [(await upload('one.txt')).id, (await upload('two.txt')).id],
    pictures: [await upload('one.png', 'image/png', png), await upload('two.png', 'image/png', png)],
  })
  const worked = computedSamples(others)
  const sampleOf = (key: string): FieldSample => {
    const sample = samples[key]
    if (!sample) throw new Error(`no sample for ${key}`)
    return sample
  }
  const isAssigned = (key: string): boolean => sampleOf(key).field.type === 'sequence'
  const fields = [
    { key: 'name', label: 'Name', type: 'text', unique: true },
    ...sampleKeys.map((key) => ({ key, label: `F ${key}`, ...sampleOf(key).field })),
    ...computedTypes.map((key) => ({ key, label: `F ${key}`, ...worked[key].field })),
  ]
  await made('/api/models', {
    key: 'thing',
    label: 'Things',
    schema: { version: 1, fields, title_field: 'name' },
  })
  return {
    owner,
    tenant,
    call,
    worked,
    sampleOf,
    isAssigned,
    fields,
    made,
    valuesOf: (which) =>
      Object.fromEntries(
        sampleKeys.filter((key) => !isAssigned(key)).map((key) => [key, sampleOf(key)[which]]),
      ),
  }
}
