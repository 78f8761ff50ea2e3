import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { openRows } from '../exchange/open-rows.ts'
import type { RowStream } from '../exchange/row-stream.ts'
import { importById } from '../imports/import-row.ts'
import type { InferredColumn } from '../imports/infer-columns.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { today } from '../records/today.ts'
import type { Services } from '../services.ts'
import { knownItems } from './known-items.ts'
import { linkSuppliers, supplierTitles, suppliersOf } from './link-suppliers.ts'
import { planPriceBook, type PriceBookPlan } from './plan-price-book.ts'
import {
  priceBookShape,
  priceBookWords,
  type PriceBookPart,
  type PriceBookShape,
} from './price-book-columns.ts'
import { readPriceBook, type PriceBook } from './read-price-book.ts'

/** What a price book is taken in by: a file that was staged (`POST /api/imports`), a catalogue, and from which day it holds. */
export const priceBookInput = z.strictObject({
  import: z.uuid(),
  catalogue: z.uuid(),
  valid_from: z.iso.date().optional(),
  /** What units of the file mean that nobody knows: `{"ton": "t"}`. */
  units: z.record(z.string().max(60), z.string().max(60)).default({}),
})

export interface PreparedImport {
  shape: PriceBookShape
  book: PriceBook
  plan: PriceBookPlan
  /** Names of suppliers that no one supplier has, with the number of their items. */
  unknownSuppliers: ReadonlyMap<string, number>
  /** What the suppliers of changed items are called, by their ids. */
  titles: ReadonlyMap<string, string>
}

/**
 * Reads a staged price book and compares it with the catalogue; writes nothing. Throws 404 for a file or a catalogue that the
 * caller may not see, 422 when the file has no columns that say code, name and unit.
 */
export async function preparePriceBook(
  context: RecordContext,
  services: Pick<Services, 'files'>,
  input: z.output<typeof priceBookInput>,
): Promise<PreparedImport> {
  const currency = await currencyOf(context, input.catalogue)
  const row = await importById(context, input.import)
  if (row.storage_key === null) throw new AppError('invalid', 'The file is gone: upload it again.')
  const stream = await openRows(await services.files.local(row.storage_key), row.name, row.staged?.sheet)
  const suppliers = suppliersOf(context)
  const shape = shapeOf(stream, row.staged?.columns ?? [], suppliers ? [] : ['supplier'])
  const from = input.valid_from ?? today(context)
  const book = await readPriceBook(stream, { shape, currency, units: input.units, from })
  const unknownSuppliers = suppliers
    ? await linkSuppliers(context, book, suppliers)
    : new Map<string, number>()
  const known = await knownItems(context, input.catalogue, currency)
  const plan = planPriceBook(book, known, `import: ${row.name}`.slice(0, 200))
  book.taken -= plan.rejected.length
  book.rejected = [...book.rejected, ...plan.rejected].toSorted((one, other) => one.row - other.row)
  const changed = new Set(
    plan.changedItems
      .flatMap(({ before, after }) => [before['supplier'], after['supplier']])
      .filter((id) => typeof id === 'string'),
  )
  const titles = suppliers && (await supplierTitles(context, suppliers, [...changed]))
  return { shape, book, plan, unknownSuppliers, titles: titles ?? new Map<string, string>() }
}

async function currencyOf(context: RecordContext, catalogue: string): Promise<string> {
  modelFor(context, 'catalogues', 'read')
  const where = { field: 'id', op: 'eq' as const, value: catalogue }
  const { rows } = await ask(context, { model: 'catalogues', where, fields: ['currency'] })
  const [found] = rows
  if (!found) throw new AppError('not_found')
  return String(found.currency)
}

const needed: readonly PriceBookPart[] = ['code', 'name', 'unit']

function shapeOf(
  stream: RowStream,
  columns: readonly InferredColumn[],
  without: readonly PriceBookPart[],
): PriceBookShape {
  const shape = priceBookShape(columns, stream.head.headers, new Set(without))
  const missing = needed.filter((part) => !shape.columns[part])
  if (missing.length > 0)
    throw invalid([
      {
        path: 'import',
        code: 'columns',
        ...saying(
          'The file lacks columns: “{{parts}}”. Its columns are {{headers}}: the first row says what is in each.',
          {
            parts: { names: missing.map((part) => priceBookWords[part]) },
            headers: stream.head.headers.join(', '),
          },
        ),
      },
    ])
  return shape
}
