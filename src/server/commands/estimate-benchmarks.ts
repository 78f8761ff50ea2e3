import { z } from 'zod'
import { groupBy } from '#base/group-by.ts'
import { decimal, roundHalfUp } from '#base/decimal.ts'
import {
  benchmarkOf,
  missingMeasures,
  perReference,
  type Measure,
  type PerReference,
} from '#estimating/benchmarks.ts'
import { crosswalkInto } from '../estimates/crosswalk.ts'
import { directByGroup } from '../estimates/direct-by-group.ts'
import { groupsOfSet } from '../estimates/group-rows.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
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
    const own = await visibleRow(context, 'estimate_versions', version, 'read')
    await visibleRow(context, 'cost_group_sets', set, 'read')
    requireWhole(context)
    modelFor(context, 'cost_groups', 'read')
    const groups = await groupsOfSet(context, set)
    const currency = textOf(own.attributes, 'currency') ?? 'EUR'
    const past = await others(context, String(own.attributes.estimate), currency)
    const versions = [own, ...(await loadObjects(context, modelNamed(context, 'estimate_versions'), past))]
    const sums = await directByGroup(context, versions, {
      set,
      groups,
      crosswalk: await crosswalkInto(context, set),
    })
    const measures = await measuresOf(
      context,
      versions.map(({ id }) => id),
    )
    const perUnit = (id: string): Map<string, PerReference> =>
      perReference(sums.get(id) ?? [], groups, measures.get(id) ?? [])
    const [per, elsewhere] = [perUnit(version), past.map(perUnit)]
    return {
      currency,
      looked: per.size === 0 ? 0 : past.length,
      missing: missingMeasures(groups, measures.get(version) ?? []),
      rows: (sums.get(version) ?? []).flatMap(({ id, code, name, depth, amount }) => {
        const here = id === null ? undefined : per.get(id)
        if (id === null || !here) return []
        const there = benchmarkOf(elsewhere.flatMap((one) => one.get(id)?.per_unit ?? []))
        return [
          {
            id,
            code,
            name,
            depth,
            amount,
            ...here,
            count: there?.count ?? 0,
            min: there?.min ?? null,
            median: there?.median ?? null,
            max: there?.max ?? null,
            /** More or less than the middle, in per cent. */
            off:
              there && !decimal(there.median).eq(0)
                ? roundHalfUp(decimal(here.per_unit).div(there.median).minus(1).times(100), 1)
                : null,
          },
        ]
      }),
    }
  },
})

/** By version. */
async function measuresOf(
  context: RecordContext,
  versions: readonly string[],
): Promise<Map<string, Measure[]>> {
  if (!context.workspace.models.has('estimate_variables')) return new Map()
  const rows = await rowsOf(context, 'estimate_variables', 'version', versions)
  const byVersion = groupBy(rows, ({ attributes }) => textOf(attributes, 'version') ?? '')
  return new Map([...byVersion].map(([id, measures]) => [id, measures.map(measureOf)]))
}

const measureOf = ({ attributes }: StoredRow): Measure => ({
  key: textOf(attributes, 'key') ?? '',
  label: textOf(attributes, 'label') ?? '',
  unit: textOf(attributes, 'unit'),
  value: textOf(attributes, 'value'),
})

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
