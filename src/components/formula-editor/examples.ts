import type { FieldDefinition } from '#contracts/computed-field.ts'
import { linkedModel, type FormulaModel } from './formula-names.ts'

/** A formula to begin with. `says` is the translation key, `values` its places. */
export interface FormulaExample {
  formula: string
  says: string
  values: Record<string, string>
}

const amounts: ReadonlySet<string> = new Set(['number', 'decimal', 'integer', 'money'])

/** Formulas that make sense for these fields, the plainest first; none where there is nothing to calculate with. */
export function formulaExamples(
  fields: readonly FieldDefinition[],
  models: readonly FormulaModel[],
): FormulaExample[] {
  const numbers = fields.filter(({ type }) => amounts.has(type))
  const money = numbers.find(({ type }) => type === 'money')
  const count =
    numbers.find((field) => field !== money && field.type !== 'money') ??
    numbers.find((field) => field !== money)
  const percent = fields.find(({ type }) => type === 'percent')
  const texts = fields.filter(({ type }) => type === 'text')
  const days = fields.filter(({ type }) => type === 'date' || type === 'datetime')
  const base = money ?? numbers[0]
  const examples: FormulaExample[] = []
  const add = (formula: string, says: string, ...used: (FieldDefinition | undefined)[]): void => {
    const values = Object.fromEntries(
      used.flatMap((field, at) => (field ? [[places[at] ?? '', field.label]] : [])),
    )
    examples.push({ formula, says, values })
  }
  if (base && count) add(`${base.key} * ${count.key}`, '{{a}} times {{b}}', base, count)
  if (base && percent)
    add(
      `round(${base.key} * (1 + ${percent.key} / 100), 2)`,
      '{{a}} with {{b}} on top, to the cent',
      base,
      percent,
    )
  for (const field of fields) {
    const target = linkedModel(field, models)
    const price = target?.fields.find(({ type }) => amounts.has(type))
    if (price && count) {
      add(`${field.key}.${price.key} * ${count.key}`, 'A value of {{a}} times {{b}}', field, count)
      break
    }
  }
  if (base)
    add(
      `${base.key} >= 1000 ? ${base.key} * 0.95 : ${base.key}`,
      '5 % less from 1,000 on, else {{a}} as it is',
      base,
    )
  if (days[0] && days[1])
    add(`daysBetween(${days[0].key}, ${days[1].key})`, 'Days from {{a}} to {{b}}', days[0], days[1])
  else if (days[0]) add(`dateAdd(${days[0].key}, 14, "days")`, 'Two weeks after {{a}}', days[0])
  if (texts[0] && texts[1])
    add(`${texts[0].key} + " – " + ${texts[1].key}`, '{{a}} and {{b}} in one text', texts[0], texts[1])
  return examples
}

const places = ['a', 'b']
