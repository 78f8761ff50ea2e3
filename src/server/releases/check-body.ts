import type { z } from 'zod'
import type { ErrorDetail } from '#base/app-error.ts'
import { archetypeFields, archetypeWriteSchema } from '#contracts/archetype.ts'
import { layoutSchema } from '#contracts/layout.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import { isComputedField, plainFields } from '#contracts/is-computed-field.ts'
import { modelWriteSchema } from '#contracts/model.ts'
import { roleWriteSchema } from '#contracts/role.ts'
import { routeWriteSchema } from '#contracts/route.ts'
import { canBeUniqueTogether, checkFields } from '#kernel/models/check-fields.ts'
import { sharedViewSchema } from '#contracts/view.ts'
import { workflowSchema } from '#contracts/workflow.ts'
import { inputDetails } from '../http/error-details.ts'
import { checkLayout } from '../layouts/check-layout.ts'
import type { DefinitionKind } from './definitions.ts'
import { checkStandard } from '../standard-models/check-standard.ts'
import { checkWorkflow } from '../workflows/check-workflow.ts'
import { checkRole } from './check-role.ts'
import type { Future } from './future.ts'

type Body = Record<string, unknown>

/** What is wrong with a definition's body: by its contract, then by what it names. Paths lead into the body. */
export function checkBody(kind: DefinitionKind, key: string, body: Body, future: Future): ErrorDetail[] {
  switch (kind) {
    case 'model':
      return withContract(modelWriteSchema, body, (model) => [
        ...keyMatches(key, model.key),
        ...(model.key.startsWith('sys_') ? [reservedKey] : []),
        ...checkPlainFields(model.schema?.fields ?? [], withKeys(future, 'archetype')),
        ...checkTogether(model.schema, future.fieldKeys('archetype')),
        ...titleField(model.schema),
        ...checkStandard(model),
        ...(model.default_archetype_id && !future.hasArchetypeId(model.default_archetype_id)
          ? [problem('default_archetype_id', 'unknown_archetype', 'There is no such archetype.')]
          : []),
      ])
    case 'archetype':
      return withContract(archetypeWriteSchema, body, ({ schema }) => {
        // A condition may read fields of the same archetype and of any model that takes it on.
        const own = archetypeFields(schema).map((field) => field.key)
        const around = withKeys(future, 'model', own)
        return [
          ...(schema?.assemblies ?? []).flatMap((assembly, index) =>
            (['attributes', 'fields'] as const).flatMap((list) =>
              checkFields(assembly[list] ?? [], around, `schema.assemblies.${index}.${list}`),
            ),
          ),
          ...repeatedKeys(schema),
        ]
      })
    case 'role':
      return withContract(roleWriteSchema, body, (role) => [
        ...keyMatches(key, role.key),
        ...checkRole(role, future),
      ])
    case 'route':
      return withContract(routeWriteSchema, body, (route) => [
        ...keyMatches(key, route.path, 'path'),
        ...(future.hasLayout(route.layout)
          ? []
          : [problem('layout', 'unknown_layout', 'There is no such layout.')]),
        ...unknownRoles(route.access.roles ?? [], 'access.roles', future),
        ...checkByRole(route, future),
      ])
    case 'layout':
      return withContract(layoutSchema, body, (layout) => [
        ...keyMatches(key, layout.key),
        ...checkLayout(layout),
      ])
    case 'field_permissions':
      return checkFieldPermissions(key, body, future)
    case 'view':
      return withContract(sharedViewSchema, body, (view) => [
        ...(future.hasModel(view.model)
          ? []
          : [problem('model', 'unknown_model', 'There is no such model.')]),
        ...unknownRoles(view.default_for, 'default_for', future),
      ])
    case 'workflow':
      return withContract(workflowSchema, body, (workflow) => [
        ...keyMatches(key, workflow.key),
        ...checkWorkflow(workflow, future),
      ])
    case 'settings':
      return []
  }
}

/** Plain fields by their places among all; their conditions may read the computed ones. */
function checkPlainFields(
  fields: readonly FieldDefinition[],
  around: { hasModel(key: string): boolean; otherKeys: ReadonlySet<string> },
): ErrorDetail[] {
  const places = fields.flatMap((field, at) => (isComputedField(field) ? [] : [at]))
  const otherKeys = new Set([...around.otherKeys, ...fields.map(({ key }) => key)])
  return checkFields(plainFields(fields), { ...around, otherKeys }).map((detail) => ({
    ...detail,
    path: detail.path.replace(
      /^(schema\.fields\.)(\d+)/,
      (_all, start: string, at: string) => `${start}${places[Number(at)]}`,
    ),
  }))
}

const withKeys = (future: Future, kind: 'model' | 'archetype', own: readonly string[] = []) => ({
  hasModel: (key: string) => future.hasModel(key),
  otherKeys: new Set([...future.fieldKeys(kind), ...own]),
})

/** Fields that are unique together must be there and of types whose values can be compared. */
function checkTogether(
  schema: z.output<typeof modelWriteSchema>['schema'],
  otherKeys: ReadonlySet<string>,
): ErrorDetail[] {
  const fields = new Map(plainFields(schema?.fields ?? []).map((field) => [field.key, field]))
  return (schema?.unique_together ?? []).flatMap((keys, index) => {
    const path = `schema.unique_together.${index}`
    if (new Set(keys).size < keys.length) return [problem(path, 'duplicate', 'A field is named twice.')]
    return keys.flatMap((key, at) => {
      const field = fields.get(key)
      if (!field && otherKeys.has(key)) return []
      if (!field) return [problem(`${path}.${at}`, 'unknown_field', `${key}: There is no such field.`)]
      return canBeUniqueTogether(field)
        ? []
        : [problem(`${path}.${at}`, 'unique', `${key}: Values of this type cannot be unique.`)]
    })
  })
}

const problem = (path: string, code: string, message: string): ErrorDetail => ({ path, code, message })
const reservedKey = problem('key', 'reserved', 'This key is taken by the system.')

function withContract<Schema extends z.ZodType>(
  schema: Schema,
  body: Body,
  more: (value: z.output<Schema>) => ErrorDetail[],
): ErrorDetail[] {
  const result = schema.safeParse(body)
  return result.success ? more(result.data) : inputDetails(result.error)
}

const keyMatches = (key: string, own: string, path = 'key'): ErrorDetail[] =>
  key === own ? [] : [problem(path, 'key', 'This is not the key it is kept under.')]

function titleField(
  schema: { title_field?: string | undefined; fields: { key: string }[] } | null,
): ErrorDetail[] {
  const wanted = schema?.title_field
  if (wanted === undefined || schema?.fields.some(({ key }) => key === wanted)) return []
  return [problem('schema.title_field', 'unknown_field', 'There is no such field.')]
}

function repeatedKeys(schema: z.output<typeof archetypeWriteSchema>['schema']): ErrorDetail[] {
  const seen = new Set<string>()
  return (schema?.assemblies ?? []).flatMap((assembly, index) =>
    (['attributes', 'fields'] as const).flatMap((list) =>
      (assembly[list] ?? []).flatMap(({ key }, at) => {
        if (!seen.has(key)) return (seen.add(key), [])
        return [
          problem(
            `schema.assemblies.${index}.${list}.${at}.key`,
            'duplicate',
            `${key}: This key is there twice.`,
          ),
        ]
      }),
    ),
  )
}

function unknownRoles(roles: readonly string[], path: string, future: Future): ErrorDetail[] {
  return roles.flatMap((role, index) =>
    future.hasRole(role)
      ? []
      : [problem(`${path}.${index}`, 'unknown_role', `${role}: There is no such role.`)],
  )
}

function checkByRole(
  { by_role: byRole = [] }: z.output<typeof routeWriteSchema>,
  future: Future,
): ErrorDetail[] {
  const seen = new Set<string>()
  return byRole.flatMap(({ role, layout }, index) => {
    const path = `by_role.${index}`
    const twice = seen.has(role)
    seen.add(role)
    return [
      ...(future.hasRole(role)
        ? []
        : [problem(`${path}.role`, 'unknown_role', `${role}: There is no such role.`)]),
      ...(twice ? [problem(`${path}.role`, 'duplicate', 'This role is there twice.')] : []),
      ...(future.hasLayout(layout)
        ? []
        : [problem(`${path}.layout`, 'unknown_layout', 'There is no such layout.')]),
    ]
  })
}

function checkFieldPermissions(modelId: string, body: Body, future: Future): ErrorDetail[] {
  if (!future.hasModelId(modelId)) return [problem('model_id', 'unknown_model', 'There is no such model.')]
  const fields = body['fields'] as Record<string, { read_roles: string[]; write_roles: string[] }>
  return Object.entries(fields).flatMap(([key, rule]) => [
    ...unknownRoles(rule.read_roles, `${key}.read_roles`, future),
    ...unknownRoles(rule.write_roles, `${key}.write_roles`, future),
  ])
}
