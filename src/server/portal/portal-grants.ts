import { z } from 'zod'
import { canonicalJson } from '#base/json.ts'
import { keySchema } from '#contracts/field.ts'
import { modelGrantSchema, type ModelGrant } from '#contracts/role.ts'
import changes from '#features/portal/grant-changes.json' with { type: 'json' }
import grants from '#features/portal/grants.json' with { type: 'json' }

/** By model key: what the product lets customers do in a customer area that is open. */
export const portalGrants: Readonly<Record<string, ModelGrant>> = z
  .record(keySchema, modelGrantSchema)
  .parse(grants)

const keys = z.array(keySchema).default([])
/**
 * What later versions of the product changed in that list: fields that came and went, the rule of rows (`rows` is the one
 * before), or a whole model where nothing is named. Whoever changes the list adds here what changed, with the next number.
 */
export const grantChanges = z
  .array(
    z.strictObject({
      number: z.int().min(1),
      model: keySchema,
      read: keys,
      write: keys,
      take: keys,
      rows: modelGrantSchema.shape.rows,
    }),
  )
  .parse(changes)
export type GrantChange = (typeof grantChanges)[number]

/** How many changes the list of today has seen. */
export const latestGrants = Math.max(...grantChanges.map(({ number }) => number))

/** How many changes a role has seen that leaves out those of some models. */
export const broughtBefore = (left: readonly string[], brought = 0): number =>
  Math.min(
    latestGrants,
    ...grantChanges.flatMap(({ number, model }) =>
      number > brought && left.includes(model) ? [number - 1] : [],
    ),
  )

interface CustomerRole {
  grants?: Readonly<Record<string, ModelGrant>> | undefined
  brought?: number | undefined
}

/** Grants of one model as they would be, the fields whose readers or writers change by that, and whether its rows do. */
export interface PortalNews {
  grant: ModelGrant
  rows: boolean
  added: string[]
  taken: string[]
}

/**
 * What the product changed of the customer area since a workspace opened it or was last brought up to date, by model. What
 * the workspace itself changed stays: nothing comes to a model that it closed again, and nothing where it never opened
 * the area.
 */
export function portalNews(role: CustomerRole): Map<string, PortalNews> {
  const found = new Map<string, PortalNews>()
  if (!isOpen(role)) return found
  for (const change of grantChanges) {
    if (change.number <= (role.brought ?? 0)) continue
    const before = found.get(change.model)?.grant ?? role.grants?.[change.model]
    const grant = isWhole(change)
      ? (before ?? portalGrants[change.model])
      : before && withChange(before, change)
    if (!grant || canonicalJson(grant) === canonicalJson(before ?? null)) continue
    const now = role.grants?.[change.model]
    const [had, has] = [fieldsOf(now), fieldsOf(grant)]
    const rows = now !== undefined && canonicalJson(now.rows ?? null) !== canonicalJson(grant.rows ?? null)
    found.set(change.model, { grant, rows, added: missingIn(had, has), taken: missingIn(has, had) })
  }
  return found
}

const isWhole = ({ read, write, take, rows }: GrantChange): boolean =>
  rows === undefined && read.length + write.length + take.length === 0

/** Whether customers see something by the rules of the product, wherever it was written down. */
const isOpen = ({ grants: own = {}, brought }: CustomerRole): boolean =>
  brought !== undefined ||
  Object.entries(portalGrants).some(
    ([model, { rows }]) =>
      own[model] && canonicalJson(own[model].rows ?? null) === canonicalJson(rows ?? null),
  )

function withChange(grant: ModelGrant, { model, read, write, take, rows }: GrantChange): ModelGrant {
  // A rule that the workspace wrote itself stays.
  const isOurs = rows !== undefined && canonicalJson(grant.rows ?? null) === canonicalJson(rows)
  const ruled = isOurs ? { ...grant, rows: portalGrants[model]?.rows } : grant
  const fields = grant.fields ?? { read: [], write: [] }
  const changed = (own: readonly string[], more: readonly string[]): string[] =>
    [...new Set([...own, ...more])].filter((key) => !take.includes(key))
  return { ...ruled, fields: { read: changed(fields.read, read), write: changed(fields.write, write) } }
}

const fieldsOf = (grant: ModelGrant | undefined): string[] => [
  ...new Set([...(grant?.fields?.read ?? []), ...(grant?.fields?.write ?? [])]),
]
const missingIn = (some: readonly string[], others: readonly string[]): string[] =>
  others.filter((key) => !some.includes(key))
