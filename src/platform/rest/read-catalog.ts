import { noSuchColumn, noSuchTable } from './rest-error.ts'
import type { RestHost, RestLink } from './rest-host.ts'

/** A table that is offered: the type of each of its columns by name. */
export interface RestTable {
  name: string
  columns: ReadonlyMap<string, string>
  key: readonly string[]
}

/** A function that is offered. */
export interface RestFunction {
  name: string
  args: ReadonlyMap<string, string>
  /** How many of the last ones may be left out. */
  optional: number
  answersRows: boolean
  changes: boolean
}

/** Everything that can be named in a request. Whatever is not in here does not exist. */
export interface Catalog {
  schema: string
  table(name: string): RestTable
  functionNamed(name: string): RestFunction | undefined
  links: readonly RestLink[]
}

const tables = `
  select c.relname as name, a.attname as "column", format_type(a.atttypid, null) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'v') and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`

const functions = `
  select p.proname as name, coalesce(p.proargnames, '{}')::text[] as names, p.pronargdefaults as optional,
    array(select format_type(t.oid, null) from unnest(p.proargtypes) with ordinality as t (oid, n) order by t.n)::text[] as types,
    p.proretset as rows, p.provolatile = 'v' as changes
  from pg_proc p where p.pronamespace = to_regnamespace($1)`

interface FunctionRow {
  name: string
  names: string[]
  types: string[]
  optional: number
  rows: boolean
  changes: boolean
}

/** Reads what a schema offers. */
export async function readCatalog({ schema, keys, links, query }: RestHost): Promise<Catalog> {
  const columns = await query<{ name: string; column: string; type: string }>(tables, [schema])
  const found = await query<FunctionRow>(functions, [schema])
  const byTable = new Map<string, Map<string, string>>()
  for (const { name, column, type } of columns.rows)
    byTable.set(name, (byTable.get(name) ?? new Map<string, string>()).set(column, type))
  const byName = new Map(
    found.rows.map((row) => [
      row.name,
      {
        name: row.name,
        args: new Map(row.types.map((type, at) => [row.names[at] ?? '', type])),
        optional: row.optional,
        answersRows: row.rows,
        changes: row.changes,
      },
    ]),
  )
  return {
    schema,
    links,
    table(name) {
      const own = byTable.get(name)
      if (!own) throw noSuchTable(name)
      return { name, columns: own, key: keys[name] ?? [] }
    },
    functionNamed: (name) => byName.get(name),
  }
}

/** The type of a column. Throws 400 for one there is not. */
export function typeOf({ name, columns }: RestTable, column: string): string {
  const type = columns.get(column)
  if (type === undefined) throw noSuchColumn(name, column)
  return type
}
