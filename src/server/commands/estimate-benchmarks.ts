import { z } from 'zod'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import {
  benchmarkOf,
  missingMeasures,
  perReference,
  type Measure,
  type PerReference,
} from '#estimating/benchmarks.ts'
import { groupRows, groupsOfSet } from '../estimates/group-rows.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, rowsOf } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

/** Prices that were offered; drafts are no experience. */
const offered = ['issued', 'accepted', 'contracted']
/** So many estimates are compared with, those that were issued last. */
const mostEstimates = 20

/**
 * What the cost groups of a version come to for one unit of what they are measured by, as gross floor area, and what the
 * same groups came to in other estimates that were issued or accepted, in the same currency. A measure is a variable of the
 * version that is called as the group says.
 */
export const estimateBenchmarks = defineCommand({
  name: 'estimate.benchmarks',
  title: 'Cost per reference quantity',
  input: z.strictObject({ version: z.uuid(), set: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { version, set }) {
    await visibleRow(context, 'estimate_versions', version, 'read')
    await visibleRow(context, 'cost_group_sets', set, 'read')
    requireWhole(context)
    modelFor(context, 'cost_groups', 'read')
    const groups = await groupsOfSet(context, set)
    const measured = async (id: string) => {
      const stored = await loadVersion(context, id)
      const rows = await groupRows(context, stored, { set, groups, of: 'total' })
      const measures = await measuresOf(context, id)
      return {
        attributes: stored.version.attributes,
        rows,
        measures,
        per: perReference(rows, groups, measures),
      }
    }
    const { attributes, rows, measures, per } = await measured(version)
    const currency = textOf(attributes, 'currency') ?? 'EUR'
    const past: Map<string, PerReference>[] = []
    if (per.size > 0)
      for (const id of await others(context, String(attributes.estimate), currency))
        past.push((await measured(id)).per)
    return {
      currency,
      looked: past.length,
      missing: missingMeasures(groups, measures),
      rows: rows.flatMap(({ id, code, name, depth, amount }) => {
        const own = id === null ? undefined : per.get(id)
        if (id === null || !own) return []
        const elsewhere = benchmarkOf(past.flatMap((one) => one.get(id)?.per_unit ?? []))
        return [
          {
            id,
            code,
            name,
            depth,
            amount,
            ...own,
            count: elsewhere?.count ?? 0,
            min: elsewhere?.min ?? null,
            median: elsewhere?.median ?? null,
            max: elsewhere?.max ?? null,
            /** More or less than the middle, in per cent. */
            off:
              elsewhere && !decimal(elsewhere.median).eq(0)
                ? roundHalfUp(decimal(own.per_unit).div(elsewhere.median).minus(1).times(100), 1)
                : null,
          },
        ]
      }),
    }
  },
})

async function measuresOf(context: RecordContext, version: string): Promise<Measure[]> {
  if (!context.workspace.models.has('estimate_variables')) return []
  return (await rowsOf(context, 'estimate_variables', 'version', [version])).map(({ attributes }) => ({
    key: textOf(attributes, 'key') ?? '',
    label: textOf(attributes, 'label') ?? '',
    unit: textOf(attributes, 'unit'),
    value: textOf(attributes, 'value'),
  }))
}

/** Of each other estimate the version that was issued last. */
async function others(context: RecordContext, estimate: string, currency: string): Promise<string[]> {
  const { rows } = await ask(context, {
    model: 'estimate_versions',
    fields: ['id', 'estimate'],
    where: {
      and: [
        { field: 'status', op: 'in', value: offered },
        { field: 'currency', op: 'eq', value: currency },
        { field: 'estimate', op: 'ne', value: estimate },
      ],
    },
    sort: [{ field: 'issued_at', dir: 'desc' }],
    page: { size: 200 },
  })
  const latest = new Map<string, string>()
  for (const row of rows) {
    const of = textOf(row, 'estimate') ?? ''
    if (!latest.has(of)) latest.set(of, String(row.id))
  }
  return [...latest.values()].slice(0, mostEstimates)
}
