import { readFile, stat } from 'node:fs/promises'
import { AppError } from '#base/app-error.ts'
import { readBc3 } from '#estimating/exchange/bc3/read-bc3.ts'
import type { PriceBase } from '#estimating/exchange/bc3/price-base.ts'
import { streamOf, type RowStream } from '../row-stream.ts'
import { bc3Text } from './bc3-text.ts'

const largest = 100 * 1024 * 1024

const headers = ['code', 'name', 'type', 'unit', 'price', 'currency', 'group', 'longtext']

/**
 * The resources of a FIEBDC-3 price base as a table: labour, machines and materials with their prices. What is made of them
 * is for recipes and estimates. Throws `too_large`, and `invalid` for what is damaged.
 */
export async function openBc3(path: string): Promise<RowStream> {
  if ((await stat(path)).size > largest) throw new AppError('too_large', 'A price base may have 100 MB.')
  const base = readBc3(bc3Text(await readFile(path)))
  const groups = groupsOf(base)
  const resources = [...base.concepts.values()].filter(
    ({ kind, parts, unit, code }) =>
      kind === 'concept' && parts.length === 0 && unit !== '%' && !code.startsWith('%'),
  )
  const rows = resources.map(({ code, title, type, unit, price, text }) => [
    code,
    title || code,
    type ?? 'other',
    unit,
    price,
    base.currency,
    groups.get(code) ?? null,
    text,
  ])
  const lines = rows.map((_, at) => at + 1)
  const dialect = { encoding: 'windows-1252' as const, delimiter: '|' }
  return streamOf({ format: 'csv', headers, dialect }, { rows, lines })
}

/** The chapter that a resource stands in, where price bases list their resources by chapters. */
function groupsOf({ concepts }: PriceBase): Map<string, string> {
  const groups = new Map<string, string>()
  for (const { kind, title, parts } of concepts.values())
    if (kind === 'chapter') for (const { code } of parts) groups.set(code, title)
  return groups
}
