import type { Catalog, RestTable } from './read-catalog.ts'
import { typeOf } from './read-catalog.ts'
import { cannotParse, RestError } from './rest-error.ts'
import type { RestLink } from './rest-host.ts'
import { splitList } from './split-list.ts'
import { quoteName } from './statement.ts'

/** What a `select=` asks for, as SQL over a row `r`. */
export interface Selected {
  columns: string
  /** Of embeds that must be there (`!inner`). */
  conditions: string[]
}

const item = /^(?:(\w+):)?(\w+)(?:!(\w+))?(?:\((.*)\))?$/s

/**
 * `id,owner:profiles(display_name)` as a list of SQL columns. Rows of another table can be embedded one level deep, where a
 * link says how. Throws 400 for anything else.
 */
export function parseSelect(catalog: Catalog, table: RestTable, text: string): Selected {
  const conditions: string[] = []
  const names = new Set<string>()
  const columns = splitList(text === '' ? '*' : text.replaceAll(/\s/g, '')).flatMap((part) => {
    if (part === '*') return [...table.columns.keys()].map((name) => plain(table, name, name, names))
    const [, alias, name = '', hint, inside] = item.exec(part) ?? []
    if (name === '') throw cannotParse(`failed to parse select parameter (${text})`)
    if (inside === undefined && hint === undefined) return [plain(table, name, alias ?? name, names)]
    const embedded = embed(catalog, table, name, inside ?? '*', hint)
    if (hint === 'inner') conditions.push(embedded.exists)
    return [`${embedded.value} as ${once(names, alias ?? name)}`]
  })
  return { columns: columns.join(', '), conditions }
}

function plain(table: RestTable, name: string, alias: string, names: Set<string>): string {
  typeOf(table, name)
  return `r.${quoteName(name)} as ${once(names, alias)}`
}

function once(names: Set<string>, name: string): string {
  if (names.has(name)) throw cannotParse(`"${name}" is selected twice`)
  names.add(name)
  return quoteName(name)
}

function embed(
  catalog: Catalog,
  { name: from }: RestTable,
  to: string,
  inside: string,
  hint: string | undefined,
): { value: string; exists: string } {
  if (/[(!]/.test(inside))
    throw cannotParse('Rows can be embedded one level deep, without conditions of their own')
  const joins = (link: RestLink): boolean =>
    (link.from === from && link.to === to) || (link.from === to && link.to === from)
  const ways = catalog.links
    .filter(joins)
    .filter(({ column }) => hint === undefined || hint === 'inner' || hint === 'left' || hint === column)
  const [link] = ways
  if (!link || ways.length > 1)
    throw new RestError(400, 'PGRST200', `Could not find a relationship between '${from}' and '${to}'`)
  const target = catalog.table(to)
  const columns = splitList(inside)
    .flatMap((part) => (part === '*' ? [...target.columns.keys()] : [part]))
    .map((column) => {
      const [, alias, name = ''] = /^(?:(\w+):)?(\w+)$/.exec(column) ?? []
      typeOf(target, name)
      return `e.${quoteName(name)} as ${quoteName(alias ?? name)}`
    })
  const [own, theirs] = link.from === from ? [link.column, link.key] : [link.key, link.column]
  const rows = `${quoteName(catalog.schema)}.${quoteName(to)} e where e.${quoteName(theirs)} = r.${quoteName(own)}`
  const asked = `(select ${columns.join(', ')} from ${rows}) x`
  return {
    value:
      link.from === from
        ? `(select to_json(x) from ${asked} limit 1)`
        : `(select coalesce(json_agg(x), '[]') from ${asked})`,
    exists: `exists (select from ${rows})`,
  }
}
