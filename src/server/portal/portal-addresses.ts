import { AppError } from '#base/app-error.ts'
import addresses from '#features/portal/addresses.json' with { type: 'json' }
import type { Row } from '#contracts/query.ts'
import { answer, prepare, type RecordContext } from '../records/record-context.ts'

const templates: Readonly<Record<string, string>> = addresses
const gap = /\{([\w.]+)\}/g

/**
 * By id: the page of the customer area where each of these records stands. Left out are those of a model that no page
 * shows, and those that whoever asks may not see the place of.
 */
export async function portalAddresses(
  context: RecordContext,
  model: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, string>> {
  const template = templates[model]
  if (template === undefined) return new Map()
  const fields = [...template.matchAll(gap)].map(([, name = '']) => name)
  const parts = fields.every((field) => field === 'id') ? rows : await readParts(context, model, fields, rows)
  return new Map(
    parts
      .filter((row) => fields.every((field) => typeof row[field] === 'string'))
      .map((row) => [
        String(row['id']),
        template.replaceAll(gap, (_, name: string) => encodeURIComponent(String(row[name]))),
      ]),
  )
}

async function readParts(
  context: RecordContext,
  model: string,
  fields: readonly string[],
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const ids = rows.map(({ id }) => String(id))
  try {
    const question = prepare(context, {
      model,
      fields: fields.filter((field) => field !== 'id'),
      where: { field: 'id', op: 'in', value: ids },
      page: { size: ids.length },
    })
    return (await answer(context, question)).rows
  } catch (error) {
    // A workspace may keep from its customers what the address is made of.
    if (error instanceof AppError && error.code === 'unknown_field') return []
    throw error
  }
}
