import { saying } from '#base/saying.ts'
import { z } from 'zod'
import { AppError, invalid } from '#base/app-error.ts'
import { isDecimalText } from '#base/decimal.ts'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { sortsBetween } from '#estimating/sorts-between.ts'
import { copied } from '../estimates/copied.ts'
import { inCurrency, ownGroups, settledIn, topmost } from '../estimates/copied-lines.ts'
import { copyRows } from '../estimates/copy-rows.ts'
import { findGap } from '../estimates/find-place.ts'
import { keptOnce } from '../estimates/kept-once.ts'
import { loadVariables } from '../estimates/load-variables.ts'
import { requireWhole } from '../estimates/may-read-whole.ts'
import { lineElsewhere, ownLine } from '../estimates/own-line.ts'
import { textOf } from '../estimates/read-value.ts'
import { compareSort } from '../estimates/sort-keys.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { subtreeOf } from '../estimates/subtree-of.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor, requireVisible } from '../records/record-context.ts'
import { defineCommand } from './command.ts'

const belonging = ['estimate_resources', 'line_classifications'] as const

/**
 * Copies sections and lines, with all that is inside them and what they are made of, into a draft of this or another estimate.
 * They are lines of their own there, priced as they were; how they are rounded and taxed is that version's business. Into
 * another currency they go only with a rate.
 */
export const copyEstimateLines = defineCommand({
  name: 'estimate.copy-lines',
  title: 'Copy to another estimate',
  input: z.strictObject({
    /** Of one version. What stands inside another one of them comes with that one. */
    lines: z.array(z.uuid()).min(1).max(500),
    /** The version they go to. */
    to: z.uuid(),
    /** Right below this node of it; last of all otherwise. */
    below: z.uuid().nullish(),
    /** What one unit of the old currency is in the new one; asked for where they differ. */
    rate: z
      .string()
      .refine((text) => isDecimalText(text) && Number(text) > 0, 'Write a number above zero.')
      .nullish(),
  }),
  changes: ['estimate_lines', 'estimate_resources', 'estimate_versions', 'estimates'],
  async run(context, { lines: ids, to, below, rate }) {
    const model = modelFor(context, 'estimate_lines', 'create')
    requireWhole(context)
    const [target, first] = [
      await visibleRow(context, 'estimate_versions', to, 'read'),
      await visibleRow(context, 'estimate_lines', must(ids[0]), 'read'),
    ]
    await requireVisible(context, model, ids)
    const from = String(first.attributes.version)
    const source = await visibleRow(context, 'estimate_versions', from, 'read')
    const rows = await rowsOf(context, 'estimate_lines', 'version', [from])
    if (!ids.every((id) => rows.some((row) => row.id === id)))
      throw invalid([{ path: 'lines', code: 'version', message: 'Copy lines of one version at a time.' }])
    const exchange = exchangeRate(source.attributes, target.attributes, rate ?? null)
    const there = await rowsOf(context, 'estimate_lines', 'version', [to])
    if (below && !there.some(({ id }) => id === below)) throw new AppError('not_found')

    const tops = inDocument(rows, topmost(rows, ids))
    const wanted = subtreeOf(rows, tops)
    const copies = new Map(wanted.map(({ id }) => [id, newId()]))
    const variables = await loadVariables(context, to)
    const groups = ownGroups(
      wanted.map(({ attributes }) => attributes),
      there.map(({ attributes }) => attributes),
    )
    const gap = findGap(there, below ? { below } : { inside: null })
    const keys = sortsBetween(gap.before, gap.after, tops.length)
    const sorts = new Map(tops.map((id, at) => [id, must(keys[at])]))
    const isElsewhere = source.attributes.estimate !== target.attributes.estimate
    const asOwn = isElsewhere ? lineElsewhere : ownLine
    const nodes = wanted.map((row): StoredRow => {
      const copy = inCurrency(
        'estimate_lines',
        asOwn(copied(row, ['parent'], copies, { version: to })),
        exchange,
      )
      const group = textOf(row.attributes, 'alt_group')
      const sort = sorts.get(row.id)
      return {
        ...copy,
        id: must(copies.get(row.id)),
        attributes: {
          ...settledIn(copy.attributes, variables),
          ...(group !== null && { alt_group: must(groups.get(group)) }),
          ...(sort !== undefined && { parent: gap.parent, sort }),
        },
      }
    })
    await keptOnce(context, { model_id: model.id, record_id: to }, async () => {
      await copyRows(context, 'estimate_lines', nodes)
      for (const key of belonging) {
        if (!context.workspace.models.has(key)) continue
        const own = await rowsOf(context, key, 'line', [...copies.keys()])
        const more = key === 'estimate_resources' ? { version: to } : {}
        await copyRows(
          context,
          key,
          own.map((row) => inCurrency(key, copied(row, ['line'], copies, more), exchange)),
        )
      }
    })
    return {
      copied: nodes.length,
      first: must(copies.get(must(tops[0]))),
      /** Formulas that the variables there do not fit; their quantities stand. */
      formulas_left: wanted.filter(
        (row, at) =>
          textOf(row.attributes, 'qty_formula') !== null &&
          textOf(must(nodes[at]).attributes, 'qty_formula') === null,
      ).length,
    }
  },
})

/** Null where both are in one currency. */
function exchangeRate(
  source: Readonly<Record<string, unknown>>,
  target: Readonly<Record<string, unknown>>,
  rate: string | null,
): string | null {
  const [from, to] = [textOf(source, 'currency') ?? 'EUR', textOf(target, 'currency') ?? 'EUR']
  if (from === to) return null
  if (rate !== null) return rate
  const refusal = saying(
    'These lines are in {{from}}, the other estimate is in {{to}}. Say what 1 {{from}} is in {{to}}.',
    { from, to },
  )
  throw invalid([{ path: 'rate', code: 'currency', ...refusal }])
}

/** These nodes in the order of the document. */
function inDocument(rows: readonly StoredRow[], ids: readonly string[]): string[] {
  const places = new Map(rows.map(({ id, attributes }) => [id, textOf(attributes, 'place') ?? '']))
  const order = rows.toSorted(compareSort).map(({ id }) => id)
  const at = (id: string): string => must(places.get(id))
  return ids.toSorted((a, b) =>
    at(a) === at(b) ? order.indexOf(a) - order.indexOf(b) : at(a) < at(b) ? -1 : 1,
  )
}
