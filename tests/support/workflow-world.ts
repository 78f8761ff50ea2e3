import { createServer, type Server } from 'node:http'
import { expect } from 'vitest'
import type { StepLog, WorkflowRun } from '#contracts/api/workflows.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from './people.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

/** A call that a listener got. */
export interface HeardCall {
  path: string
  key: string
  body: unknown
  /** As it came: what a signature is about. */
  text: string
  /** `webhook-id`, `webhook-timestamp` and `webhook-signature`; null where it has none. */
  id: string | null
  timestamp: string | null
  signature: string | null
}

/** A workspace with jobs and notes, and a listener that workflows may call. */
export interface WorkflowWorld {
  server: TestServer
  owner: Person
  tenant: TestTenant
  call: Api
  jobModel: string
  /** Where the listener is. */
  address: string
  heard: HeardCall[]
  /** What the listener answers. */
  answer: { status: number; body: string }
  stop(): Promise<void>
}

/** Makes it, on a fresh server. */
export async function workflowWorld(start = startTestServer): Promise<WorkflowWorld> {
  const heard: HeardCall[] = []
  const answer = { status: 200, body: '{"ok":true}' }
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const header = (name: string): string | null => request.headers[name]?.toString() ?? null
      heard.push({
        path: request.url ?? '',
        key: String(header('idempotency-key')),
        body: JSON.parse(text),
        text,
        id: header('webhook-id'),
        timestamp: header('webhook-timestamp'),
        signature: header('webhook-signature'),
      })
      response.writeHead(answer.status)
      response.end(answer.body)
    })
  })
  const address = await listen(listener)
  const server = await start()
  const owner = await signUp(server)
  const tenant = await makeWorkspace(owner, 'Automated')
  const call = api(owner, tenant.id)
  const jobModel = await makeModels(call)
  return {
    server,
    owner,
    tenant,
    call,
    jobModel,
    address,
    heard,
    answer,
    async stop() {
      await server.stop()
      listener.closeAllConnections()
      await new Promise((done) => listener.close(done))
    },
  }
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = server.address()
  return `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
}

async function makeModels(call: Api): Promise<string> {
  const made = await call.post('/api/models', {
    key: 'job',
    label: 'Jobs',
    schema: {
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'state', label: 'State', type: 'text' },
        { key: 'total', label: 'Total', type: 'decimal' },
        { key: 'due', label: 'Due', type: 'date' },
        { key: 'count', label: 'Count', type: 'integer' },
        { key: 'secret', label: 'Secret', type: 'text' },
      ],
    },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const fields = [
    { key: 'text', label: 'Text', type: 'text' },
    { key: 'job', label: 'Job', type: 'relation', target: 'job' },
  ]
  const notes = await call.post('/api/models', { key: 'note', label: 'Notes', schema: { fields } })
  expect(notes.status, JSON.stringify(notes.body)).toBe(201)
  return made.body.id
}

/** Makes a workflow and answers its key. */
export async function makeWorkflow(
  call: Api,
  key: string,
  trigger: object,
  steps: object[],
  more: object = {},
): Promise<string> {
  const { status, body } = await call.post('/api/workflows', {
    key,
    title: `Flow ${key}`,
    trigger,
    steps,
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return key
}

/** Makes a record and answers its id. */
export async function makeRecord(call: Api, model: string, values: Record<string, unknown>): Promise<string> {
  const { status, body } = await call.post(`/api/records/${model}`, values)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

type Run = WorkflowRun & { log: StepLog[] }

/** The runs of a workflow with their logs, oldest first. */
export async function runsOf(call: Api, key: string): Promise<Run[]> {
  const { status, body } = await call.get(`/api/workflows/${key}/runs?size=500`)
  expect(status, JSON.stringify(body)).toBe(200)
  const rows = body.rows as WorkflowRun[]
  const runs = await Promise.all(
    rows.map(async ({ id }) => (await call.get(`/api/workflows/${key}/runs/${id}`)).body as Run),
  )
  return runs.toReversed()
}

/** Waits until the newest run of a workflow stands so, and answers it. */
export async function runIs(call: Api, key: string, status: WorkflowRun['status'], count = 1): Promise<Run> {
  const read = async (): Promise<unknown> =>
    ((await call.get(`/api/workflows/${key}/runs?size=500`)).body.rows as WorkflowRun[]).map(
      (run) => run.status,
    )
  await expect
    .poll(async () => ((await read()) as string[]).filter((found) => found === status).length, {
      timeout: 20_000 + count * 1000,
      interval: 30,
      message: `${key} is ${status}`,
    })
    .toBe(count)
  const runs = (await runsOf(call, key)).filter((run) => run.status === status)
  const last = runs.at(-1)
  if (!last) throw new Error(`${key} has no such run`)
  return last
}
