import {
  api,
  makeWorkspace,
  signUp,
  type Api,
  type ApiAnswer,
  type Person,
  type TestTenant,
} from './people.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A workspace with the models of estimates, as its owner. */
export interface EstimatingWorkspace {
  owner: Api
  person: Person
  tenantId: string
  tenant: TestTenant
  /** Makes a record and answers it; throws when it was refused. */
  make(model: string, values: Record<string, unknown>): Promise<Row>
  read(model: string, id: string): Promise<Row>
  /** Every record of a version, in the order of the document. */
  inside(model: string, version: string): Promise<Row[]>
  run(command: string, input: Record<string, unknown>): Promise<ApiAnswer>
  /** What a command answers; throws when it was refused. */
  result(command: string, input: Record<string, unknown>): Promise<Row>
  /** Takes a draft on until it is issued, or as far as asked. */
  issue(version: string, upTo?: 'approved' | 'issued' | 'accepted'): Promise<void>
  /** Puts a file there and answers its id. */
  upload(name: string, bytes: string | Uint8Array): Promise<string>
}

/** The same on a server of its own; whoever starts it stops that server. */
export interface EstimatingPlace extends EstimatingWorkspace {
  server: TestServer
}

// What a test expects is for the test to say.
// oxlint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>

/** Starts a server with an estimating workspace; `more` names standard models that it has besides. */
export async function startEstimating(more: readonly string[] = []): Promise<EstimatingPlace> {
  const server = await startTestServer()
  return { server, ...(await makeEstimatingWorkspace(server, more)) }
}

export async function makeEstimatingWorkspace(
  server: TestServer,
  more: readonly string[] = [],
): Promise<EstimatingWorkspace> {
  const person = await signUp(server)
  const tenant = await makeWorkspace(person, 'Estimating')
  const owner = api(person, tenant.id)
  const added = await owner.post('/api/standard-models', {
    keys: [
      'estimates',
      'estimate_lines',
      'estimate_resources',
      'estimate_markups',
      'line_classifications',
      'catalogue_prices',
      ...more,
    ],
  })
  if (added.status !== 201) throw new Error(JSON.stringify(added.body))
  const answer = ({ status, body }: ApiAnswer): Row => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as Row
  }
  const run: EstimatingWorkspace['run'] = (command, input) => owner.post(`/api/commands/${command}`, input)
  return {
    owner,
    person,
    tenantId: tenant.id,
    tenant,
    make: async (model, values) => answer(await owner.post(`/api/records/${model}`, values)),
    read: async (model, id) => answer(await owner.get(`/api/records/${model}/${id}`)),
    inside: async (model, version) => {
      const rows: Row[] = []
      let after: string | null = null
      do {
        const query: Record<string, unknown> = {
          model,
          where: { field: 'version', op: 'eq', value: version },
          ...(model === 'estimate_resources' ? {} : { sort: [{ field: 'sort', dir: 'asc' }] }),
          page: { size: 500, ...(after === null ? {} : { after }) },
        }
        const [result] = answer(await owner.post('/api/query', { queries: [query] }))['results'] as Row[]
        if (!result || result['error']) throw new Error(JSON.stringify(result))
        rows.push(...(result['rows'] as Row[]))
        after = (result['page'] as Row)['after'] as string | null
      } while (after !== null)
      return rows
    },
    run,
    result: async (command, input) => answer(await run(command, input))['result'] as Row,
    issue: async (version, upTo = 'issued') => {
      const all = ['in_review', 'approved', 'issued', 'accepted']
      for (const status of all.slice(0, all.indexOf(upTo) + 1))
        answer(await run('estimate.set-status', { version, status }))
    },
    upload: async (name, bytes) => {
      const file = {
        bytes: bytes as BodyInit,
        headers: { 'content-type': 'application/octet-stream' },
      }
      return answer(await owner.post(`/api/files?name=${name}`, undefined, file))['id'] as string
    },
  }
}

/** Every record of a version: as it is kept, and after it was worked out as a whole. Only times and revisions may differ. */
export async function keptAndWhole(
  { read, inside, owner }: EstimatingWorkspace,
  version: string,
): Promise<{ kept: Row[]; whole: Row[] }> {
  const all = async (): Promise<Row[]> => {
    const rows = [
      await read('estimate_versions', version),
      ...(await inside('estimate_lines', version)),
      ...(await inside('estimate_resources', version)),
      ...(await inside('estimate_markups', version)),
    ]
    return rows.map(({ updated_at: _at, revision: _revision, region: _region, ...row }) => row)
  }
  const kept = await all()
  // A term of the version has everything worked out as a whole.
  for (const region of ['DE', null]) {
    const { status, body } = await owner.patch(`/api/records/estimate_versions/${version}`, { region })
    if (status !== 200) throw new Error(JSON.stringify(body))
  }
  return { kept, whole: await all() }
}
