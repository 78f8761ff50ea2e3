import { must } from '#base/assert.ts'
import { isUuid } from '#base/ids.ts'
import type { Row } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { idsByName } from '../imports/resolve-links.ts'
import { namesIn, partNames } from '../imports/part-names.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import type { ExportColumn } from './export-columns.ts'

const atOnce = 500

/** The names of records by their ids, as far as this reader sees them. */
async function namesOf(
  context: RecordContext,
  of: ModelInfo,
  by: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (let start = 0; start < ids.length; start += atOnce) {
    const { rows } = await ask(context, {
      model: of.key,
      fields: ['id', by],
      where: { field: 'id', op: 'in', value: ids.slice(start, start + atOnce) },
      page: { size: atOnce },
    })
    for (const { id, [by]: name } of rows)
      if (typeof id === 'string' && typeof name === 'string' && name.trim() !== '') names.set(id, name)
  }
  return names
}

/**
 * Puts names in place of the ids in lists of links, in a page of an export. A list is written by names only where an import of
 * the file finds the same records by them: one that several records have, or that holds what parts names, stays an id.
 */
export async function nameLinks(
  context: RecordContext,
  columns: readonly ExportColumn[],
  rows: readonly Row[],
): Promise<Row[]> {
  const named = rows.map((row) => ({ ...row }))
  for (const { path, names } of columns) {
    if (!names) continue
    const ids = new Set(named.flatMap(({ [path]: value }) => idsIn(value)))
    if (ids.size === 0) continue
    const byId = await namesOf(context, names.of, must(names.by[0]), [...ids])
    const told = [...new Set(byId.values())]
    // What an import would look for: the name, and whatever else its parts could mean.
    const known = await idsByName(context, names.of, names.by, [...new Set(told.flatMap(namesIn))])
    const isName = (text: string): boolean => known.has(text)
    const finds = (name: string, id: string): boolean =>
      known.get(name) === id &&
      partNames(name, isName).length === 1 &&
      name === name.trim() &&
      !name.startsWith('[')
    for (const row of named) {
      const list = idsIn(row[path])
      if (list.length === 0) continue
      const words = list.map((id) => {
        const name = byId.get(id)
        return name !== undefined && finds(name, id) ? name : id
      })
      // Two names beside each other may read as a third one.
      const read = partNames(words.join('; '), isName)
      row[path] = read.length === words.length && read.every((name, at) => name === words[at]) ? words : list
    }
  }
  return named
}

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter((id): id is string => typeof id === 'string' && isUuid(id))
    : []
