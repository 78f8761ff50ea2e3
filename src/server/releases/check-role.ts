import { AppError, type ErrorDetail } from '#base/app-error.ts'
import {
  builtInRoles,
  isOutsideRole,
  outsideVerbs,
  type ModelGrant,
  type OutsideRole,
  type RoleWrite,
  type Verb,
} from '#contracts/role.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import { checkRowRule } from '#kernel/permissions/check-row-rule.ts'
import type { Future } from './future.ts'

const problem = (path: string, code: string, message: string): ErrorDetail => ({ path, code, message })

/**
 * What is wrong with what a role grants: models, fields and row rules are looked up in the workspace as it will be. Of the
 * built-in roles only those of outsiders hold grants, and theirs name every model and every field.
 */
export function checkRole(role: RoleWrite, future: Future): ErrorDetail[] {
  const outside = isOutsideRole(role.key) ? role.key : null
  if (!outside && (builtInRoles as readonly string[]).includes(role.key))
    return [problem('key', 'reserved', 'This key is taken by the system.')]
  const grants = Object.entries(role.grants ?? {})
  if (grants.length === 0 && !outside) return []
  const workspace = future.workspace()
  return [
    ...(outside && role.manage.length > 0
      ? [problem('manage', 'outside', 'Customers and the public manage nothing.')]
      : []),
    ...grants.flatMap(([key, grant]) => checkGrant(key, grant, outside, workspace)),
  ]
}

function checkGrant(
  key: string,
  grant: ModelGrant,
  outside: OutsideRole | null,
  workspace: Workspace,
): ErrorDetail[] {
  const path = `grants.${key}`
  if (key === '*')
    return [
      ...(outside ? [problem(path, 'outside', 'What outsiders see is said model by model.')] : []),
      ...(grant.fields ? [problem(`${path}.fields`, 'fields', 'Fields are named model by model.')] : []),
      ...(grant.rows ? ruleOfAllOthers(grant.rows, workspace, path) : []),
    ]
  const model = workspace.models.get(key)
  if (!model) return [problem(path, 'unknown_model', 'There is no such model.')]
  return [
    ...(outside ? checkOutside(grant, outside, model, path) : []),
    ...unknownFields(grant, model, workspace, path),
    ...rowProblems(grant.rows ?? null, model, workspace, `${path}.rows`),
  ]
}

const rowProblems = (
  rows: Where | null,
  model: ModelInfo,
  workspace: Workspace,
  path: string,
): ErrorDetail[] => (rows ? ruleProblems(() => checkRowRule(workspace, model, rows, path)) : [])

function checkOutside(
  grant: ModelGrant,
  outside: OutsideRole,
  model: ModelInfo,
  path: string,
): ErrorDetail[] {
  const most: readonly Verb[] = outsideVerbs[outside]
  return [
    ...(model.system ? [problem(path, 'outside', 'What the system keeps is not for outsiders.')] : []),
    ...grant.verbs
      .filter((verb) => !most.includes(verb))
      .map((verb) => problem(`${path}.verbs`, 'outside', `Nobody from outside may be given this: ${verb}.`)),
    ...guessable(grant, model).map((label) =>
      problem(
        `${path}.fields.write`,
        'unique',
        `${label}: Its values are unique, so whoever writes it could find out which ones others have. Let it be read in every record, or leave it out.`,
      ),
    ),
  ]
}

/** Unique fields that may be written and not read in every record: a refusal would tell what a hidden one holds. */
function guessable({ fields, rows, verbs }: ModelGrant, model: ModelInfo): string[] {
  const seen = new Set(verbs.includes('read') && !rows ? fields?.read : [])
  const together = new Set((model.source?.schema?.unique_together ?? []).flat())
  return (fields?.write ?? []).flatMap((key) => {
    const info = model.fields.get(key)
    const isUnique = info?.field.unique === true || together.has(key)
    return info && isUnique && !seen.has(key) ? [info.label] : []
  })
}

/** A list may name what every record has, the model's own fields, and those that archetypes bring. */
function unknownFields(
  { fields }: ModelGrant,
  model: ModelInfo,
  workspace: Workspace,
  path: string,
): ErrorDetail[] {
  const brought = new Set(
    [...workspace.archetypes.values()].flatMap(({ schema }) =>
      (schema?.assemblies ?? []).flatMap((one) =>
        [...(one.attributes ?? []), ...(one.fields ?? [])].map(({ key }) => key),
      ),
    ),
  )
  return (['read', 'write'] as const).flatMap((act) =>
    (fields?.[act] ?? [])
      .filter((key) => !model.fields.has(key) && !brought.has(key))
      .map((key) => problem(`${path}.fields.${act}`, 'unknown_field', `${key}: There is no such field.`)),
  )
}

/** A rule for every other model closes those it does not fit, so it must fit one. */
function ruleOfAllOthers(rows: Where, workspace: Workspace, path: string): ErrorDetail[] {
  const [first, ...more] = [...workspace.modelsById.values()].map((model) =>
    ruleProblems(() => checkRowRule(workspace, model, rows, `${path}.rows`)),
  )
  return first && more.every((problems) => problems.length > 0) ? first : []
}

function ruleProblems(check: () => void): ErrorDetail[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid' && Array.isArray(error.details))
      return error.details as ErrorDetail[]
    throw error
  }
}
