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
 * What later versions of the product changed in that list: fields that came and went, or a whole model where none is named.
 * Whoever changes the list adds here what changed, with the next number.
 */
export const grantChanges = z
  .array(
    z.strictObject({
      number: z.int().min(1),
      model: keySchema,
      read: keys,
      write: keys,
      take: keys,
    }),
  )
  .parse(changes)
export type GrantChange = (typeof grantChanges)[number]

/** How many changes the list of today has seen. */
export const latestGrants = Math.max(...grantChanges.map(({ number }) => number))

interface CustomerRole {
  grants?: Readonly<Record<string, ModelGrant>> | undefined
  brought?: number | undefined
}

/** Grants of one model as they would be, and the fields whose readers or writers change by that. */
export interface PortalNews {
  grant: ModelGrant
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
    const [had, has] = [fieldsOf(role.grants?.[change.model]), fieldsOf(grant)]
    found.set(change.model, { grant, added: missingIn(had, has), taken: missingIn(has, had) })
  }
  return found
}

const isWhole = ({ read, write, take }: GrantChange): boolean =>
  read.length + write.length + take.length === 0

/** Whether customers see something by the rules of the product, wherever it was written down. */
const isOpen = ({ grants: own = {}, brought }: CustomerRole): boolean =>
  brought !== undefined ||
  Object.entries(portalGrants).some(
    ([model, { rows }]) =>
      own[model] && canonicalJson(own[model].rows ?? null) === canonicalJson(rows ?? null),
  )

function withChange(grant: ModelGrant, { read, write, take }: GrantChange): ModelGrant {
  const fields = grant.fields ?? { read: [], write: [] }
  const changed = (own: readonly string[], more: readonly string[]): string[] =>
    [...new Set([...own, ...more])].filter((key) => !take.includes(key))
  return { ...grant, fields: { read: changed(fields.read, read), write: changed(fields.write, write) } }
}

const fieldsOf = (grant: ModelGrant | undefined): string[] => [
  ...new Set([...(grant?.fields?.read ?? []), ...(grant?.fields?.write ?? [])]),
]
const missingIn = (some: readonly string[], others: readonly string[]): string[] =>
  others.filter((key) => !some.includes(key))
