import type { Bin, BinModel } from '#contracts/api/bin.ts'
import type { Row } from '#contracts/query.ts'
import type { SampleModel } from './sample-fields.ts'

// Two records that were never in the list lie in the bin of every model.
const deleted = (model: SampleModel): Row[] =>
  model.rows.slice(0, 2).map((row, at) => ({
    ...row,
    id: `sample-${model.key}-gone-${at + 1}`,
    [model.title]: `${String(row[model.title])} (2025)`,
  }))

const nameOf = ({ key, label }: SampleModel): BinModel => ({ key, label, ours: false, count: 2 })

/** What the bin of a model holds. */
export function sampleBin(models: readonly SampleModel[], wanted: string | null): Response {
  const own = models.filter(({ key }) => !key.startsWith('sys_'))
  const model = own.find(({ key }) => key === wanted) ?? own[0]
  const rows = model ? deleted(model) : []
  const bin: Bin = {
    model: model ? nameOf(model) : null,
    models: own.map(nameOf),
    can_purge: true,
    rows: rows.map((row) => ({
      id: String(row['id']),
      title: model ? String(row[model.title]) : null,
      deleted_at: '2026-11-03T09:12:00.000Z',
      deleted_by: { id: 'sample-sys_member-1', name: 'Anna Brandt' },
    })),
    page: { size: rows.length, after: null },
  }
  return Response.json(bin)
}

/** One of them, whole. */
export function binned(models: readonly SampleModel[], key: string, id: string): Response {
  const model = models.find((one) => one.key === key)
  const row = model && deleted(model).find((one) => one['id'] === id)
  return row
    ? Response.json(row)
    : Response.json(
        { error: { code: 'not_found', message: 'not_found', requestId: 'sample' } },
        { status: 404 },
      )
}
