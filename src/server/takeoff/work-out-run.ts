import { createHash } from 'node:crypto'
import { invalid } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { measureTakeOff, type TakeoffResult } from '#estimating/measure-take-off.ts'
import type { TakeoffElement } from '#estimating/takeoff-rule.ts'
import type { StoredRow } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { elementOf } from './element-of.ts'
import { readElements } from './read-elements.ts'
import { ruleOf, type ReadRule } from './rule-of.ts'
import { takeoffVariables } from './takeoff-variables.ts'
import { blockedItems, countedFor, targetsOf } from './targets.ts'

/** What rules make of model versions. */
export interface WorkedRun {
  rules: ReadRule[]
  elements: TakeoffElement[]
  /** The elements as they were read, by id. */
  rows: Map<string, Readonly<Record<string, unknown>>>
  result: TakeoffResult
  /** Rules whose item was blocked since they were saved. */
  blocked: { rule: string; item: string }[]
  /** Of all rules and elements that went in, and of what came out. */
  inputHash: string
  resultHash: string
}

/**
 * Counts the elements of model versions by rules; nothing is written. Throws 422 `missing` where a rule asks to stop at an
 * element that lacks a quantity.
 */
export async function workOutRun(
  context: RecordContext,
  stored: readonly StoredRow[],
  versions: readonly string[],
): Promise<WorkedRun> {
  const targets = await targetsOf(
    context,
    stored.map(({ attributes }) => attributes),
  )
  const rules = stored.map(({ id, attributes }) => ruleOf(id, attributes, countedFor(attributes, targets)))
  const read = await readElements(context, versions)
  const rows = new Map(read.map((row) => [String(row['id']), row]))
  const elements = read.map(elementOf)
  const found = new Map<string, Set<string>>()
  for (const { rule, where } of rules) {
    const some = where === null ? read : await readElements(context, versions, { where, fields: ['id'] })
    found.set(rule.id, new Set(some.map((row) => String(row['id']))))
  }
  const result = measureTakeOff({
    rules: rules.map(({ rule }) => rule),
    elements,
    found,
    variables: takeoffVariables,
  })
  stopAtMissing(rules, result, rows)
  return {
    rules,
    elements,
    rows,
    result,
    blocked: blockedItems(
      context,
      stored.map(({ attributes }) => attributes),
      targets,
    ),
    inputHash: hashOf({ rules, elements, versions: [...versions].toSorted() }),
    resultHash: hashOf(result.items),
  }
}

const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

function stopAtMissing(rules: readonly ReadRule[], { items }: TakeoffResult, rows: WorkedRun['rows']): void {
  for (const { rule } of rules) {
    if (rule.whenMissing !== 'fail') continue
    const lacking = items.filter((item) => item.rule === rule.id && item.quantity === null)
    const [first] = lacking
    if (!first) continue
    const name = String(rows.get(first.element)?.['name'] ?? '')
    const message = `“${rule.name}” stops where a quantity is missing: ${lacking.length} elements lack one, “${name}” is the first.`
    throw invalid([{ path: 'rule', code: 'missing', message }])
  }
}
