import type { Field } from '#contracts/field.ts'
import type { Model } from '#contracts/model.ts'
import type { Query, Row } from '#contracts/query.ts'
import { createApiClient, type ApiClient } from '#engine/data/api-client.ts'
import { answerQuery } from './answer-query.ts'
import { sampleApi } from './sample-api.ts'
import { sampleAccess } from './sample-access.ts'
import { binned, sampleBin } from './sample-bin.ts'
import { describeSampleModel, type SampleModel } from './sample-fields.ts'
import { sampleDiagnostics } from './sample-diagnostics.ts'
import { sampleForm } from './sample-form.ts'
import { sampleModels } from './sample-models.ts'
import { samplePart } from './sample-part.ts'
import { sampleSignIns, sampleTenants } from './sample-session.ts'
import { sampleWorkflows } from './sample-workflows.ts'
import { sampleOffer, sampleRoles, sampleRoutes, sampleShares, sampleUpdates } from './sample-settings.ts'

interface Call {
  method: string
  /** Parts of the path after `/api`. */
  parts: string[]
  search: URLSearchParams
  body: unknown
}

/** What a call of the gallery is refused with: it keeps nothing. */
const refusal = (status: number, code: string, message: string): Response =>
  Response.json({ error: { code, message, requestId: 'sample' } }, { status })

/**
 * A way to an API that lives in this page: the real client over answers from memory. For the gallery, which is public and
 * needs no workspace, and for the tests of the components.
 */
export function createSampleApi(models: SampleModel[] = sampleModels()): ApiClient {
  const answer = (call: Call): Response => answerCall(call, models)
  return createApiClient({
    base: () => '',
    token: () => Promise.resolve(null),
    refresh: () => Promise.resolve(false),
    tenantId: () => null,
    fetch: (input, init) => {
      const { pathname: path, searchParams: search } = new URL(String(input), 'https://sample.invalid')
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      return Promise.resolve(
        answer({
          method: init?.method ?? 'GET',
          parts: path.split('/').slice(2).map(decodeURIComponent),
          search,
          body,
        }),
      )
    },
  })
}

function answerCall({ method, parts, search, body }: Call, models: SampleModel[]): Response {
  const [area, name, id, more] = parts
  const model = models.find(({ key }) => key === name)
  if (area === 'query') {
    const { queries } = body as { queries: Query[] }
    return Response.json({ results: queries.map((query) => resultOf(query, models)) })
  }
  if (area === 'models' && id === 'description')
    return model ? Response.json(describeSampleModel(model, models)) : notFound()
  if (area === 'models' && id === 'form') return model ? Response.json(sampleForm(model)) : notFound()
  if (area === 'models')
    return Response.json(listed(models.filter(({ key }) => !key.startsWith('sys_')).map(toModel)))
  if (area === 'workspace' && name === 'openapi.json') return Response.json(sampleApi)
  if (area === '_meta') return Response.json({ features: { development: true } })
  if (area === 'diagnostics') return Response.json(sampleDiagnostics())
  if (area === 'standard-models' && name === 'updates')
    return Response.json({ rows: sampleUpdates, may_update: true })
  if (area === 'standard-models')
    return Response.json({
      rows: [{ key: 'estimates', present: true }],
      may_add: true,
      may_create: { estimates: true },
    })
  if (area === 'commands' && method === 'POST') return Response.json({ result: {}, models: [] })
  if (area === 'layouts' && method === 'GET') return samplePart(id === 'components')
  if (area === 'archetypes') return Response.json(listed([]))
  if (area === 'roles') return Response.json(listed(sampleRoles))
  if (area === 'tenants' && method === 'GET') return Response.json(listed(sampleTenants))
  if (area === 'profile' && name === 'sessions' && method === 'GET')
    return Response.json(listed(sampleSignIns))
  if (area === 'members') return Response.json(listed([]))
  if (area === 'access') {
    const { model: wanted } = body as { model?: string }
    return Response.json(sampleAccess(models.find(({ key }) => key === wanted)))
  }
  if (area === 'permissions') return Response.json(listed([]))
  if (area === 'routes') return Response.json(listed(sampleRoutes))
  if (area === 'quick-setup' && method === 'GET') return Response.json(sampleOffer)
  if (area === 'objects' && id === 'shares') return Response.json(listed(sampleShares))
  if (area === 'objects' && name) return sampleObject(name, models)
  if (area === 'records' && model && more === 'events')
    return Response.json(listed(eventsOf(model, id ?? '')))
  if (area === 'records' && model && method === 'GET' && id !== 'export')
    return versionOf(model, id ?? '', search.get('event'))
  if (area === 'bin' && method === 'GET')
    return id === undefined ? sampleBin(models, search.get('model')) : binned(models, name ?? '', id)
  if (area === 'records' && model && id !== 'export') return write(method, model, id, body)
  const workflows = method === 'GET' ? sampleWorkflows(area, id === 'runs') : null
  if (workflows) return workflows
  return refusal(403, 'forbidden', 'This is a sample; it keeps and sends nothing.')
}

const notFound = (): Response => refusal(404, 'not_found', 'not_found')
const listed = <T>(rows: readonly T[]) => ({ rows, page: { size: rows.length, after: null } })

function resultOf(query: Query, models: readonly SampleModel[]): unknown {
  return models.some(({ key }) => key === query.model)
    ? answerQuery(query, models)
    : { error: { code: 'not_found', message: 'not_found' } }
}

function write(method: string, model: SampleModel, id: string | undefined, body: unknown): Response {
  if (id === 'bulk') {
    const { delete: gone = [], update = [] } = body as {
      delete?: string[]
      update?: { id: string; values: Row }[]
    }
    const changes = new Map(update.map(({ id: changed, values }) => [changed, values]))
    model.rows = model.rows
      .filter((row) => !gone.includes(String(row['id'])))
      .map((row) => {
        const values = changes.get(String(row['id']))
        return values ? { ...row, ...values, updated_at: now() } : row
      })
    return Response.json({ created: [], updated: [...changes.keys()], deleted: gone })
  }
  const { base: _seen, ...values } = (body ?? {}) as Row
  if (method === 'POST') {
    const missing = model.fields.filter(({ key, required }) => required && (values[key] ?? '') === '')
    if (missing.length > 0) return invalid(missing)
    const made = {
      id: `sample-${model.key}-${model.rows.length + 1}-new`,
      created_at: now(),
      updated_at: now(),
      ...values,
    }
    model.rows = [made, ...model.rows]
    return Response.json(made, { status: 201 })
  }
  const at = model.rows.findIndex((row) => row['id'] === id)
  const before = model.rows[at]
  if (!before) return notFound()
  if (method === 'DELETE') {
    model.rows = model.rows.filter((_row, other) => other !== at)
    return new Response(null, { status: 204 })
  }
  const changed = { ...before, ...values, updated_at: now() }
  model.rows = model.rows.with(at, changed)
  return Response.json(changed)
}

function invalid(fields: readonly Field[]): Response {
  const details = fields.map(({ key, label }) => ({
    path: `attributes.${key}`,
    code: 'required',
    message: `Fill in ${label}.`,
  }))
  return Response.json(
    { error: { code: 'invalid', message: 'Some values are not valid.', details, requestId: 'sample' } },
    { status: 422 },
  )
}

const now = (): string => new Date().toISOString()

/** A record as it is, or right after one of its events. */
function versionOf(model: SampleModel, id: string, event: string | null): Response {
  const row = model.rows.find((one) => one['id'] === id)
  if (!row) return notFound()
  const later = eventsOf(model, id)
  const at = later.findIndex((one) => one.id === event)
  const earlier = later.slice(0, Math.max(0, at)).map(({ before }) => before ?? {})
  return Response.json(Object.assign({}, row, ...earlier))
}

function eventsOf(model: SampleModel, id: string): (Row & { id: string; before: Row | null })[] {
  const row = model.rows.find((one) => one['id'] === id)
  if (!row) return []
  const actor = { id: 'sample-sys_member-1', name: 'Anna Brandt' }
  return [
    {
      id: 'sample-event-3',
      at: row['updated_at'],
      actor,
      kind: 'updated',
      before: { discount: '2.5', state: 'new' },
      after: { discount: row['discount'] ?? null, state: row['state'] ?? null },
    },
    {
      id: 'sample-event-2',
      at: row['created_at'],
      actor: { ...actor, name: 'Jonas Weber' },
      kind: 'updated',
      before: { city: null },
      after: { city: row['city'] ?? null },
    },
    { id: 'sample-event-1', at: row['created_at'], actor, kind: 'created', before: null, after: row },
  ]
}

function sampleObject(token: string, models: readonly SampleModel[]): Response {
  for (const model of models) {
    const row = model.rows.find(({ id }) => id === token)
    if (!row) continue
    return Response.json({
      id: row['id'],
      token,
      archetype_id: null,
      model_id: `sample-${model.key}`,
      attributes: row,
      created_at: row['created_at'],
      updated_at: row['updated_at'],
      revision: 1,
      effective_archetype_id: null,
      effective_archetype_name: null,
      effective_archetype_source: 'none',
      catalog: null,
      model: { id: `sample-${model.key}`, key: model.key, label: model.label },
      archetype: null,
      parents: [],
      children: [],
      events: [],
    })
  }
  return notFound()
}

function toModel(model: SampleModel, at: number): Model {
  return {
    id: `sample-sys_model-${at + 1}`,
    key: model.key,
    label: model.label,
    construct_type: 'item',
    description: model.description ?? null,
    schema: { version: 1, fields: model.fields, title_field: model.title },
    icon: model.icon,
    created_at: '2026-01-05T08:00:00Z',
  }
}
