import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { allEndpoints } from '#contracts/api/all-endpoints.ts'
import type { Endpoint } from '#contracts/api/endpoint.ts'
import type { Api } from './people.ts'
import type { TwinRequest } from './twin-requests.ts'

/**
 * Puts into a world what the owner makes beside records, full of what the reader may not see: a file, an export, an
 * import, a schedule, a workflow with a run that asks, a link to a record, and a draft.
 */
export async function makeHiddenThings(
  owner: Api,
  recordToken: string,
  secret: () => string,
  name: (real: string, called: string) => void,
): Promise<void> {
  const made = async (answer: Promise<{ status: number; body: { id: string } }>): Promise<string> => {
    const { status, body } = await answer
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body.id
  }
  const upload = (type: string, bytes: string) => ({ bytes, headers: { 'content-type': type } })
  const file = await made(owner.post('/api/files?name=secret.txt', undefined, upload('text/plain', secret())))
  const exported = await made(owner.post('/api/exports', { model: 'm' }))
  // Without a name for both worlds, so that whoever hears of it hears of another in each.
  await made(owner.post('/api/exports', { model: 'task' }))
  await vi.waitFor(
    async () => expect((await owner.get(`/api/exports/${exported}`)).body.status).toBe('done'),
    { timeout: 30_000, interval: 100 },
  )
  const csv = `name,${secret()}\n${secret()},${secret()}\n`
  const staged = await made(
    owner.post(`/api/imports?name=${secret()}.csv`, undefined, upload('text/csv', csv)),
  )
  const plan = { kind: 'export', name: secret(), plan: '0 3 * * *', model: 'm' }
  const schedule = await made(owner.post('/api/schedules', plan))
  await made(
    owner.post('/api/workflows', {
      key: 'flow',
      title: 'Flow',
      trigger: { on: 'button' },
      steps: [{ id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: secret(), message: secret() }],
    }),
  )
  const run = await made(owner.post('/api/workflows/flow/runs', {}))
  const approval = await vi.waitFor(
    async () => {
      const { rows } = (await owner.get('/api/notifications')).body
      expect(rows).toHaveLength(1)
      return rows[0].approval.id as string
    },
    { timeout: 30_000, interval: 100 },
  )
  const share = await made(owner.post(`/api/objects/${recordToken}/share`, { fields: ['created_at'] }))
  const layout = { schema: 1, key: 'hidden', title: 'Hidden', root: 'a' }
  const nodes = { a: { component: 'text', props: { text: secret() } } }
  expect((await owner.put('/api/drafts/layout/hidden', { body: { ...layout, nodes } })).status).toBe(200)
  const things = { file, export: exported, import: staged, schedule, run, approval, share }
  for (const [key, id] of Object.entries(things)) name(id, `#${key}`)
}

/** What stands for a parameter of a call in both worlds, by area and name; a new call must say so here. */
const places: Record<string, readonly string[]> = {
  'objects.token': ['$m.0', '$part.5', '$task.2', '$task.11'],
  'records.model': ['m', 'part', 'task'],
  'records.id': ['@m.0', '@task.11'],
  'bin.model': ['m'],
  'bin.id': ['@m.0'],
  'models.id': ['#m'],
  'models.key': ['m', 'part', 'task'],
  'layouts.id': ['objects', 'hidden'],
  'drafts.kind': ['layout'],
  'drafts.key': ['hidden'],
  'files.id': ['#file'],
  'exports.id': ['#export'],
  'imports.id': ['#import'],
  'schedules.id': ['#schedule'],
  'workflows.key': ['flow'],
  'workflows.id': ['#run'],
  'estimate-versions.id': ['@m.0'],
  'invites.token': ['y'.repeat(32)],
  'validators.name': [`${'0'.repeat(64)}.js`],
  'calendars.token': ['y'.repeat(32)],
  'avatars.user': [randomUUID()],
  'avatars.picture': [`${randomUUID()}.webp`],
  'tenants.id': ['#tenant'],
  'logos.tenant': ['#tenant'],
  'logos.logo': [`${randomUUID()}.webp`],
  'shares.id': ['#share'],
  'public.address': ['#address'],
  'public.token': ['$m.0'],
}

/** What a call cannot do without behind its question mark. */
const needed: Record<string, string> = {
  readSubdomainAnswer: '?subdomain=free-one',
  readEstimateFile: '?format=pdf',
  searchEverywhere: '?text=CANARY',
}

/** Calls whose answers differ between any two workspaces, and why that tells nothing. */
const different: Record<string, string> = {
  readChanges: 'the number of a change counts hidden changes too: it names none of them',
  readHealth: 'times of the server',
  readMeta: 'nothing of any workspace',
  readOpenApi: 'nothing of any workspace',
  labelRecords: 'codes of the tokens, which are random; the rows are those of the list',
  readDiagnostics: 'times and loads of the server, for who manages it',
}

const variants = (area: string, path: string): string[] => {
  const [whole, parameter] = /\{(\w+)\}/.exec(path) ?? []
  if (whole === undefined || parameter === undefined) return [path]
  const values = places[`${area}.${parameter}`]
  if (!values)
    throw new Error(`The two worlds have nothing for ${area}.${parameter}: say what stands for it.`)
  return values.flatMap((value) => variants(area, path.replace(whole, value)))
}

/** Every call of the list that reads, with what is asked of it; `differs` says why its answers are not compared. */
export const readingCalls: readonly { name: string; requests: TwinRequest[]; differs: string | undefined }[] =
  Object.entries<Endpoint>(allEndpoints)
    .filter(([, { method, path }]) => method === 'GET' && !path.startsWith('/api/dev/'))
    .map(([name, { path, access }]) => ({
      name,
      differs: access === 'user' ? 'a person’s own, whichever workspace is asked' : different[name],
      requests: variants(path.split('/')[2] ?? '', path).map((filled) => ({
        method: 'GET',
        path: filled + (needed[name] ?? ''),
      })),
    }))

/** What is there for its owner to read, and full of what is hidden. */
export const hiddenRequests: readonly TwinRequest[] = [
  '/api/files/#file',
  '/api/exports/#export/file',
  '/api/imports/#import',
  '/api/schedules/#schedule',
  '/api/workflows/flow/runs/#run',
  '/api/notifications',
  '/api/drafts/layout/hidden',
].map((path) => ({ method: 'GET', path }))
