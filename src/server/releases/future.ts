import type { ErrorDetail } from '#base/app-error.ts'
import { archetypeFields } from '#contracts/archetype.ts'
import type { Field } from '#contracts/field.ts'
import { plainFields } from '#contracts/is-computed-field.ts'
import type { ModelSchema } from '#contracts/model.ts'
import { builtInRoles } from '#contracts/role.ts'
import type { RouteWrite } from '#contracts/route.ts'
import type { Workspace, WorkspaceDocument } from '#kernel/models/workspace.ts'
import { systemModels } from '#kernel/models/system-models.ts'
import { stockLayout, stockRoutes } from '../features/stock-screens.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { compileDocuments } from '../workspaces/compile-documents.ts'
import type { DefinitionKind } from './definitions.ts'
import type { DefinitionChange } from './release-changes.ts'
import { rolesNamed } from './roles-named.ts'

type Body = Record<string, unknown>

/** The workspace as it would be after some changes: what a new definition may name. */
export interface Future {
  hasModel(key: string): boolean
  hasModelId(id: string): boolean
  hasRole(key: string): boolean
  hasArchetypeId(id: string): boolean
  hasLayout(key: string): boolean
  /** Keys of all fields that models, or archetypes, have. */
  fieldKeys(kind: 'model' | 'archetype'): ReadonlySet<string>
  /** Everything a workspace is compiled from. */
  documents(): WorkspaceDocument[]
  /** The same compiled, for looking names up. */
  workspace(): Workspace
  /** What would still name this definition. */
  usersOf(kind: DefinitionKind, key: string): ErrorDetail[]
}

interface Entry {
  kind: DefinitionKind
  key: string
  id: string
  body: Body
}

/** Works out the workspace of the transaction with changes applied. */
export async function futureOf(
  tx: Tx,
  caller: Caller,
  changes: readonly DefinitionChange[],
): Promise<Future> {
  const { rows } = await tx.query<Entry>(
    // Layouts are large, and only their keys matter here.
    `select kind, key, id, case kind when 'layout' then '{}' else body end as body
     from app.released where tenant_id = $1`,
    [caller.tenantId],
  )
  const now = new Map(rows.map((entry) => [`${entry.kind} ${entry.key}`, entry]))
  const later = new Map(now)
  for (const { kind, key, body, id } of changes) {
    const place = `${kind} ${key}`
    if (body) later.set(place, { kind, key, body, id: now.get(place)?.id ?? id ?? '' })
    else later.delete(place)
  }
  return new WorkspaceFuture(now, [...later.values()])
}

const systemModelKeys = new Set(systemModels.map(({ key }) => key))

class WorkspaceFuture implements Future {
  private readonly now: ReadonlyMap<string, Entry>
  private readonly entries: readonly Entry[]
  private compiled: Workspace | undefined

  constructor(now: ReadonlyMap<string, Entry>, entries: readonly Entry[]) {
    this.now = now
    this.entries = entries
  }

  private has(kind: DefinitionKind, test: (entry: Entry) => boolean): boolean {
    return this.entries.some((entry) => entry.kind === kind && test(entry))
  }

  hasModel(key: string): boolean {
    return systemModelKeys.has(key) || this.has('model', (entry) => entry.key === key)
  }

  hasModelId(id: string): boolean {
    return this.has('model', (entry) => entry.id === id)
  }

  hasRole(key: string): boolean {
    return (builtInRoles as readonly string[]).includes(key) || this.has('role', (entry) => entry.key === key)
  }

  hasArchetypeId(id: string): boolean {
    return this.has('archetype', (entry) => entry.id === id)
  }

  hasLayout(key: string): boolean {
    return stockLayout(key) !== undefined || this.has('layout', (entry) => entry.key === key)
  }

  fieldKeys(kind: 'model' | 'archetype'): ReadonlySet<string> {
    return new Set(this.of(kind).flatMap((entry) => fieldsOf(entry).map(({ key }) => key)))
  }

  documents(): WorkspaceDocument[] {
    return this.entries.map((entry) => ({ ...entry, created_at: '' }))
  }

  workspace(): Workspace {
    return (this.compiled ??= compileDocuments('', '', this.documents()))
  }

  usersOf(kind: DefinitionKind, key: string): ErrorDetail[] {
    const id = this.now.get(`${kind} ${key}`)?.id ?? ''
    const use = (path: string, message: string): ErrorDetail => ({ path, code: 'in_use', message })
    switch (kind) {
      case 'model':
        return this.entries.flatMap((entry) =>
          fieldsOf(entry)
            .filter(({ target }) => target === key)
            .map((field) =>
              use(`${entry.key}.${field.key}`, `the field ${field.label} of ${labelOf(entry)}`),
            ),
        )
      case 'archetype':
        return this.of('model')
          .filter(({ body }) => body['default_archetype_id'] === id)
          .map((entry) => use(entry.key, `the model ${labelOf(entry)}`))
      case 'role':
        return [
          ...this.of('field_permissions')
            .filter(({ body }) => JSON.stringify(body).includes(`"${key}"`))
            .map((entry) => use(entry.key, 'field permissions')),
          ...this.entries
            .filter((entry) => rolesNamed(entry.kind, entry.body).includes(key))
            .map((entry) => use(entry.key, `the ${entry.kind} ${nameOf(entry)}`)),
        ]
      case 'layout':
        if (stockLayout(key)) return []
        return [...this.of('route').map(({ body }) => body as RouteWrite), ...stockRoutes]
          .filter((route) => layoutsOf(route).includes(key))
          .map(({ path }) => use(path, `the route ${path}`))
      default:
        return []
    }
  }

  private of(kind: DefinitionKind): Entry[] {
    return this.entries.filter((entry) => entry.kind === kind)
  }
}

const layoutsOf = ({ layout, by_role: byRole = [] }: RouteWrite): string[] => [
  layout,
  ...byRole.map((one) => one.layout),
]

// A view's key is an id; a route is known by its path.
const nameOf = ({ kind, key, body }: Entry): string => (kind === 'route' ? key : `“${String(body['title'])}”`)
const labelOf = ({ body, key }: Entry): string => String(body['label'] ?? body['name'] ?? key)

// Bodies were checked when they were written, so they have the shape of their contract.
function fieldsOf({ kind, body }: Entry): readonly Field[] {
  const schema = body['schema'] ?? null
  if (kind === 'model') return plainFields((schema as ModelSchema | null)?.fields ?? [])
  if (kind === 'archetype') return archetypeFields(schema as Parameters<typeof archetypeFields>[0])
  return []
}
