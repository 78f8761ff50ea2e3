import { saying } from '#base/saying.ts'
import { invalid, type ErrorDetail } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import { must } from '#base/assert.ts'
import { fixedText, parseFixed, roundFixed } from '#estimating/fixed.ts'
import { formulaQuantity } from '#estimating/formula-quantity.ts'
import type { WorkedOutVariables } from '#estimating/work-out-variables.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { Wanted } from './changed-rows.ts'
import { loadVariables } from './load-variables.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/**
 * What written lines are to have for their quantity: with a formula what it gives in the line's unit; a quantity that is
 * typed over a formula takes its place. 422 with the reason where a formula gives none.
 */
export async function lineQuantities(
  context: RecordContext,
  changes: readonly RecordChange[],
): Promise<Map<string, Wanted>> {
  const values = new Map<string, Wanted>()
  const asked: StoredRow[] = []
  for (const { id, before, after } of changes) {
    if (!after || textOf(after, 'qty_formula') === null || (textOf(after, 'kind') ?? 'line') !== 'line')
      continue
    const changed = (key: string): boolean =>
      canonicalJson(before?.[key] ?? null) !== canonicalJson(after[key] ?? null)
    if (changed('qty_formula') || changed('unit'))
      asked.push({ id, archetype_id: null, attributes: { ...after } })
    else if (changed('quantity')) values.set(id, { qty_formula: null })
  }
  for (const [id, quantity] of await workOutQuantities(context, asked)) values.set(id, { quantity })
  return values
}

/** The quantities that formulas of lines give, by id. */
export async function workOutQuantities(
  context: RecordContext,
  lines: readonly StoredRow[],
): Promise<Map<string, string>> {
  const places = new Map<string, WorkedOutVariables>()
  for (const version of new Set(lines.map(({ attributes }) => String(attributes.version))))
    places.set(version, await loadVariables(context, version))
  const quantities = new Map<string, string>()
  const wrong: ErrorDetail[] = []
  for (const { id, attributes } of lines) {
    const { place } = must(places.get(String(attributes.version)))
    const answer = formulaQuantity(textOf(attributes, 'qty_formula') ?? '', textOf(attributes, 'unit'), place)
    if (answer.kind === 'quantity') quantities.set(id, asKept(answer.quantity))
    else {
      const { kind: _kind, at: _at, ...why } = answer
      const title = textOf(attributes, 'title') ?? ''
      wrong.push({
        path: 'qty_formula',
        code: 'formula',
        ...(lines.length > 1 ? saying('{{line}}: {{why}}', { line: title, why }) : why),
      })
    }
  }
  if (wrong.length > 0) throw invalid(wrong.slice(0, 20))
  return quantities
}

/** As the field writes it. */
const asKept = (quantity: string): string => fixedText(roundFixed(parseFixed(quantity), 6, 'half_up'))
