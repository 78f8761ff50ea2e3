import { z } from 'zod'
import type { QuantitySource, TakeoffFlag } from '#estimating/takeoff-rule.ts'
import { groupItems, wordsOfLine } from '#estimating/take-off-lines.ts'
import { must } from '#base/assert.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { toldText } from '../records/told-text.ts'
import { latestVersions } from '../takeoff/latest-versions.ts'
import { workOutRun } from '../takeoff/work-out-run.ts'
import { defineCommand } from './command.ts'

const mostElements = 50
/** What a condition may name. */
const mostMarked = 1000

// As the model of items calls them.
const sourceWords: Readonly<Record<QuantitySource, string>> = {
  qto: 'Quantity set',
  pset: 'Property',
  computed: 'Geometry',
  count: 'Piece',
}
const flagWords: Readonly<Record<TakeoffFlag, string>> = {
  missing: 'No quantity',
  zero: 'Quantity is zero',
  formula: 'Formula gives nothing',
  computed: 'Measured from the geometry',
  unit_assumed: 'Unit assumed',
}

/** What one rule finds in the newest building models, as if it were the only one: its lines, its elements, what is lacking. */
export const previewTakeoff = defineCommand({
  name: 'takeoff.preview',
  title: 'Look at what a rule finds',
  input: z.strictObject({ rule: z.uuid(), model_versions: z.array(z.uuid()).max(50).default([]) }),
  changes: [],
  reads: true,
  async run(context, { rule: id, model_versions: named }) {
    const stored = await visibleRow(context, 'takeoff_rules', id, 'read')
    const set = await visibleRow(context, 'takeoff_rule_sets', String(stored.attributes.rule_set), 'read')
    const project = textOf(set.attributes, 'bim_project')
    const versions = await latestVersions(context, { project, named })
    const { rules, elements, result } = await workOutRun(context, [stored], versions)
    const { rule } = must(rules[0])
    const byId = new Map(elements.map((element) => [element.id, element]))
    const told = (field: string): string | null =>
      toldText(context, 'takeoff_rules', stored.attributes, field)
    const name = told('name') ?? ''
    const template = { title: told('title'), section: told('section') }
    const wordsOf = (group: string) => {
      const item = must(result.items.find((one) => one.group === group))
      return wordsOfLine({ ...rule, name }, template, must(byId.get(item.element)))
    }
    return {
      name,
      formula: told('qty_expr') ?? '',
      unit: rule.unit,
      found: result.items.length,
      // For a picture of the model: which files it is of, and which elements stand out there.
      versions,
      marked: [...new Set(result.items.map(({ element }) => element))].slice(0, mostMarked),
      flagged: result.items.filter(({ flags }) => flags.length > 0).length,
      lines: groupItems(result.items).map((group) => ({ ...group, ...wordsOf(group.key), unit: rule.unit })),
      elements: result.items.slice(0, mostElements).map(({ element, quantity, trace, flags, source }) => ({
        name: byId.get(element)?.facts.name ?? '',
        storey: byId.get(element)?.facts.storey ?? '',
        quantity,
        trace,
        source: source && sourceWords[source],
        flag: flags[0] ? flagWords[flags[0]] : null,
      })),
    }
  },
})
