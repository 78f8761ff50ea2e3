import { AppError } from '#base/app-error.ts'
import { canonicalJson, isJsonObject, type JsonObject } from '#base/json.ts'
import { saying } from '#base/saying.ts'

/**
 * A schema as its writer means it, over what others released since the writer read `base`: what only one of the two
 * changed counts, fields and groups by their keys. Throws 412 `edit_conflict`, naming what both changed.
 * @example // base: fields a, b; mine: a without b; now: a, b and c → a and c
 */
export function mergeSchema<Schema extends { version: number }>(
  base: Schema | null,
  mine: Schema,
  now: Schema | null,
): Schema {
  if (isSame(base, now)) return mine
  // Everybody counts the version on; it is no change of its own.
  const { version: _base, ...before } = base ?? { version: 0 }
  const { version, ...wish } = mine
  const { version: latest, ...others } = now ?? { version: 0 }
  const merged = merge(before, wish, others, '') as JsonObject
  return { ...merged, version: Math.max(version, latest + 1) } as unknown as Schema
}

type Keyed = JsonObject & { key: string }

const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

const isKeyed = (value: unknown): value is Keyed[] =>
  Array.isArray(value) && value.every((item) => isJsonObject(item) && typeof item['key'] === 'string')

/** `name`: what it is a part of, for who is told that it clashes. */
function merge(base: unknown, mine: unknown, now: unknown, name: string): unknown {
  if (isSame(mine, base) || isSame(mine, now)) return now
  if (isSame(now, base)) return mine
  if (isKeyed(mine) && isKeyed(now)) return mergeLists(isKeyed(base) ? base : [], mine, now)
  if (!isJsonObject(mine) || !isJsonObject(now)) throw clash(name)
  const before = isJsonObject(base) ? base : {}
  const keys = [...new Set([...Object.keys(now), ...Object.keys(mine)])]
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = merge(before[key], mine[key], now[key], name)
      return value === undefined ? [] : [[key, value] as const]
    }),
  )
}

function mergeLists(base: readonly Keyed[], mine: readonly Keyed[], now: readonly Keyed[]): Keyed[] {
  const [before, wishes, others] = [byKey(base), byKey(mine), byKey(now)]
  // The order of who moved something; what is new to that one stands behind what it follows at the other.
  const moved = !isSame(orderOf(base, wishes), orderOf(mine, before))
  const [lead, follow] = moved ? [mine, now] : [now, mine]
  const keys = lead.map(({ key }) => key)
  for (const [at, { key }] of follow.entries())
    if (!keys.includes(key)) keys.splice(keys.indexOf(follow[at - 1]?.key ?? '') + 1, 0, key)
  return keys.flatMap((key) => {
    const item = wishes.get(key) ?? others.get(key)
    const name = String(item?.['label'] ?? key)
    return (merge(before.get(key), wishes.get(key), others.get(key), name) as Keyed | undefined) ?? []
  })
}

const byKey = (list: readonly Keyed[]): Map<string, Keyed> => new Map(list.map((item) => [item.key, item]))

const orderOf = (list: readonly Keyed[], among: ReadonlyMap<string, Keyed>): string[] =>
  list.map(({ key }) => key).filter((key) => among.has(key))

const clash = (name: string): AppError =>
  new AppError(
    'edit_conflict',
    name === ''
      ? saying('Somebody else changed the same in the meantime.')
      : saying('Somebody else changed “{{name}}” in the meantime.', { name }),
  )
