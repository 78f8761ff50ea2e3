import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { isJsonObject } from '#base/json.ts'
import type { FieldPermission } from '#contracts/permission.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { futureOf } from '../releases/future.ts'
import { listDefinitions, type Definition } from '../releases/definitions.ts'
import { releaseChanges } from '../releases/release-changes.ts'
import { requireManage } from '../workspaces/require-manage.ts'

interface Rule {
  read_roles: string[]
  write_roles: string[]
}

/** The rules of all models, or of one. Throws 403. */
export async function listFieldPermissions(
  tx: Tx,
  caller: Caller,
  modelId?: string,
): Promise<FieldPermission[]> {
  await requireManage(tx, caller, 'roles')
  const all = await listDefinitions(tx, 'field_permissions')
  return all
    .filter(({ key }) => modelId === undefined || key === modelId)
    .flatMap((definition) =>
      [...rulesOf(definition)].map(([field_key, rule]) => ({ model_id: definition.key, field_key, ...rule })),
    )
}

/**
 * Puts rules in place of those of the same model and field, in one release. Throws 403, or 422 with paths
 * `<index>.<part>` for unknown models and roles, and for a field named twice.
 */
export async function writeFieldPermissions(
  tx: Tx,
  caller: Caller,
  permissions: readonly FieldPermission[],
): Promise<FieldPermission[]> {
  await requireManage(tx, caller, 'roles')
  await checkPermissions(tx, caller, permissions)
  const stored = new Map(
    (await listDefinitions(tx, 'field_permissions')).map((one) => [one.key, rulesOf(one)]),
  )
  const changed = new Map<string, Map<string, Rule>>()
  for (const { model_id, field_key, read_roles, write_roles } of permissions) {
    const rules = changed.get(model_id) ?? new Map(stored.get(model_id))
    rules.set(field_key, { read_roles, write_roles })
    changed.set(model_id, rules)
  }
  await release(tx, caller, changed)
  return permissions.map((permission) => ({ ...permission }))
}

/** Takes a field's own rule away: it is open again to whoever may use the model. Throws 403; an absent rule is fine. */
export async function deleteFieldPermission(
  tx: Tx,
  caller: Caller,
  modelId: string,
  fieldKey: string,
): Promise<void> {
  await requireManage(tx, caller, 'roles')
  const found = (await listDefinitions(tx, 'field_permissions')).find(({ key }) => key === modelId)
  const rules = found ? rulesOf(found) : new Map<string, Rule>()
  if (rules.delete(fieldKey)) await release(tx, caller, new Map([[modelId, rules]]))
}

async function release(
  tx: Tx,
  caller: Caller,
  changed: ReadonlyMap<string, Map<string, Rule>>,
): Promise<void> {
  const changes = [...changed].map(([key, rules]) => ({
    kind: 'field_permissions' as const,
    key,
    body: rules.size === 0 ? null : { fields: Object.fromEntries(rules) },
  }))
  if (changes.length > 0) await releaseChanges(tx, caller, changes)
}

function rulesOf({ body }: Definition): Map<string, Rule> {
  const { fields } = body
  return new Map(isJsonObject(fields) ? (Object.entries(fields) as unknown as [string, Rule][]) : [])
}

async function checkPermissions(
  tx: Tx,
  caller: Caller,
  permissions: readonly FieldPermission[],
): Promise<void> {
  const future = await futureOf(tx, caller, [])
  const seen = new Set<string>()
  const details = permissions.flatMap((permission, index): ErrorDetail[] => {
    const problem = (part: string, code: string, message: string) => ({
      path: `${index}.${part}`,
      code,
      message,
    })
    const place = `${permission.model_id} ${permission.field_key}`
    const twice = seen.has(place)
    seen.add(place)
    return [
      ...(twice ? [problem('field_key', 'duplicate', `${permission.field_key} is there twice.`)] : []),
      ...(future.hasModelId(permission.model_id)
        ? []
        : [problem('model_id', 'unknown_model', 'There is no such model.')]),
      ...(['read_roles', 'write_roles'] as const).flatMap((list) =>
        permission[list].flatMap((role, at) =>
          future.hasRole(role)
            ? []
            : [problem(`${list}.${at}`, 'unknown_role', `${role}: There is no such role.`)],
        ),
      ),
    ]
  })
  if (details.length > 0) throw invalid(details)
}
