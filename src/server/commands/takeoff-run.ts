import { z } from 'zod'
import { must } from '#base/assert.ts'
import { roundHalfUp, decimal } from '#base/decimal.ts'
import { wordsOfLine } from '#estimating/take-off-lines.ts'
import { insertRead } from '../bim/insert-read.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import { modelFor } from '../records/record-context.ts'
import { latestVersions } from '../takeoff/latest-versions.ts'
import { ruleRows, rulesHash } from '../takeoff/rule-rows.ts'
import { workOutRun, type WorkedRun } from '../takeoff/work-out-run.ts'
import { defineCommand } from './command.ts'

// A large building has fifty thousand of them: one statement for all would hold them in memory three times.
const portion = 2000

/**
 * Counts building models by the rules of a set and keeps what came out: each element with its number and how it comes
 * about. No estimate changes. Without model versions it takes the newest of each model.
 */
export const runTakeoff = defineCommand({
  name: 'takeoff.run',
  title: 'Run the rules',
  input: z.strictObject({ rule_set: z.uuid(), model_versions: z.array(z.uuid()).max(50).default([]) }),
  changes: ['takeoff_runs', 'takeoff_items'],
  async run(context, { rule_set, model_versions: named }) {
    modelFor(context, 'takeoff_runs', 'create')
    const set = await visibleRow(context, 'takeoff_rule_sets', rule_set, 'read')
    const project = textOf(set.attributes, 'bim_project')
    const versions = await latestVersions(context, { project, named })
    const rules = await ruleRows(context, rule_set)
    const worked = await workOutRun(context, rules, versions)
    const { coverage, items } = worked.result
    const values = {
      // When it was made stands in a field of its own, which each reader sees on their own clock.
      title: textOf(set.attributes, 'name') ?? '',
      rule_set,
      model_versions: versions,
      rules_hash: rulesHash(rules),
      input_hash: worked.inputHash,
      result_hash: worked.resultHash,
      rules: rules.length,
      items: items.length,
      ...coverage,
      coverage:
        coverage.elements === 0
          ? null
          : roundHalfUp(decimal(coverage.covered).div(coverage.elements).times(100), 2),
    }
    const [run] = await insertRead(context, modelNamed(context, 'takeoff_runs'), [values])
    const rows = itemRows(must(run), rules, worked)
    for (let start = 0; start < rows.length; start += portion)
      await insertRead(context, modelNamed(context, 'takeoff_items'), rows.slice(start, start + portion))
    return {
      run: must(run),
      ...coverage,
      blocked: worked.blocked,
      input_hash: worked.inputHash,
      result_hash: worked.resultHash,
    }
  },
})

function itemRows(
  run: string,
  stored: readonly StoredRow[],
  { rules, elements, rows, result }: WorkedRun,
): Record<string, unknown>[] {
  const byId = new Map(elements.map((element) => [element.id, element]))
  const ruleById = new Map(rules.map(({ rule }) => [rule.id, rule]))
  const templates = new Map(
    stored.map(({ id, attributes }) => [
      id,
      { title: textOf(attributes, 'title'), section: textOf(attributes, 'section') },
    ]),
  )
  return result.items.map((item) => {
    const [rule, element] = [must(ruleById.get(item.rule)), must(byId.get(item.element))]
    const words = wordsOfLine(rule, must(templates.get(rule.id)), element)
    return {
      run,
      rule: rule.id,
      element: element.id,
      name: element.facts.name,
      line_title: words.title.slice(0, 1000),
      section: words.section,
      group_key: item.group,
      params: Object.keys(item.params).length === 0 ? null : item.params,
      storey: element.facts.storey,
      type_name: element.facts.type_name,
      global_id: rows.get(element.id)?.['global_id'],
      quantity: item.quantity,
      unit: rule.unit,
      source: item.source,
      trace: item.trace.slice(0, 1000),
      flags: item.flags,
    }
  })
}
