import type { z } from 'zod'
import { invalid } from '#base/app-error.ts'
import type { listRecords } from '#contracts/api/records.ts'
import { whereSchema, type Query, type Where } from '#contracts/query.ts'

type Search = z.output<NonNullable<(typeof listRecords)['search']>>

/** The question that an address asks: `?sort=-created_at&fields=name,city`. Throws 422 for what cannot be read. */
export function queryOfSearch(model: string, search: Search): Query {
  const { where, sort, fields, expand, size, after, ...rest } = search
  return {
    model,
    ...rest,
    ...(where === undefined ? {} : { where: readWhere(where) }),
    ...(sort === undefined ? {} : { sort: keys(sort).map(sortOf) }),
    ...(fields === undefined ? {} : { fields: keys(fields) }),
    ...(expand === undefined ? {} : { expand: Object.fromEntries(keys(expand).map((key) => [key, {}])) }),
    page: { ...(size === undefined ? {} : { size }), ...(after === undefined ? {} : { after }) },
  }
}

const keys = (list: string): string[] =>
  list
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')

const sortOf = (key: string): { field: string; dir: 'asc' | 'desc' } =>
  key.startsWith('-') ? { field: key.slice(1), dir: 'desc' } : { field: key, dir: 'asc' }

function readWhere(text: string): Where {
  const parsed = whereSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw invalid([
    { path: 'where', code: 'where', message: 'This is no condition. See the API’s description.' },
  ])
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid([{ path: 'where', code: 'json', message: 'This is no JSON text.' }])
  }
}
