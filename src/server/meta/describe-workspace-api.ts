import type { Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import { describeApi } from './describe-api.ts'
import { modelSchemas } from './model-schemas.ts'
import { recordCalls } from './record-calls.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of one workspace for one reader: the calls of every model they may see, with its fields, and
 * the calls that are the same everywhere.
 */
export function describeWorkspaceApi(
  version: string,
  serverUrl: string,
  workspace: Workspace,
  access: Access,
): Json {
  const whole = describeApi(version, serverUrl)
  const models = [...workspace.modelsById.values()].filter((model) => access.can(model, 'read'))
  const keys = new Set(models.map(({ key }) => key))
  const general = Object.entries(whole.paths)
  const operations = new Map(
    general.flatMap(([, calls]) => Object.values(calls).map((call) => [String(call['operationId']), call])),
  )
  const shared = general.filter(
    ([path]) => !path.startsWith('/api/dev/') && !path.startsWith('/api/records/{model}'),
  )
  const importing = general.filter(([path]) => path === '/api/records/{model}/import')
  return {
    ...whole,
    info: { ...whole.info, description: guide },
    tags: [
      ...models.map(({ key, label }) => ({ name: key, description: label, 'x-model': key })),
      ...[...new Set(shared.flatMap(([, calls]) => Object.values(calls).flatMap(tagsOf)))]
        .filter((tag) => !keys.has(tag))
        .map((name) => ({ name })),
    ],
    paths: {
      ...Object.assign(
        {},
        ...models.map((model) => recordCalls(model, access, Object.fromEntries(operations))),
      ),
      ...Object.fromEntries([...importing, ...shared]),
    },
    components: {
      ...whole.components,
      schemas: {
        ...whole.components.schemas,
        ...Object.assign({}, ...models.map((model) => modelSchemas(model, access, (key) => keys.has(key)))),
      },
    },
  }
}

const tagsOf = (call: Json): string[] => (Array.isArray(call['tags']) ? call['tags'].map(String) : [])

const guide =
  'Send an API token as “Authorization: Bearer fw_…”. It belongs to this workspace and may what its person and its role may. ' +
  'Decimals travel as text, times as ISO 8601 with zone. A write with an Idempotency-Key may be repeated.'
